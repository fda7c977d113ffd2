import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { ListState } from './list-card.tsx'
import { SaveConflict } from '../record/conflict-notice.tsx'
import { type RecordForm, useRecordForm } from '../record/use-record-form.ts'

/** For a button outside of the form. */
export interface SingleRecordHandle {
  isDirty(): boolean
  save(): void
}

interface SingleRecordProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  /** The values before the first save. */
  readonly initial: Form
  readonly ref?: Ref<SingleRecordHandle>
  readonly children: (editing: RecordForm<R, Form>, row: R | undefined) => ReactNode
}

/** The form of a table with at most one row, which goes on from it after a save. */
export function SingleRecord<R extends Edited, Form extends FormValues>(props: SingleRecordProps<R, Form>) {
  const list = useQuery(props.entity.list(useBackend()))
  const [saves, setSaves] = useState(0)
  if (list.data === undefined) return <ListState list={list} />
  return (
    <LoadedRecord
      {...props}
      key={saves}
      row={list.data[0]}
      onSaved={async () => {
        await list.refetch()
        setSaves(saves + 1)
      }}
    />
  )
}

interface LoadedRecordProps<R extends Edited, Form extends FormValues> extends SingleRecordProps<R, Form> {
  /** Undefined before the first save. */
  readonly row: R | undefined
  readonly onSaved: () => Promise<void>
}

function LoadedRecord<R extends Edited, Form extends FormValues>(props: LoadedRecordProps<R, Form>) {
  const { entity, initial, ref, row, onSaved, children } = props
  /** Whether a form with the saved values is about to replace this one. */
  const hasEnded = useRef(false)
  const editing = useRecordForm({ entity, initial, record: row, onSaved: finish })
  const isDirty = () => !hasEnded.current && editing.form.isDirty()
  useUnsavedGuard({ isUnsaved: isDirty })
  useImperativeHandle(ref, () => ({ isDirty, save: () => editing.submit() }))
  function finish() {
    hasEnded.current = true
    void onSaved()
  }

  if (editing.conflict !== null) return <SaveConflict entity={entity} editing={editing} onDiscard={finish} />
  return children(editing, row)
}
