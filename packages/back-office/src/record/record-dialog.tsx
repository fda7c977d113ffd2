import { Button, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'

import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useOnceEnded } from '@giftwell/shared/ui/use-submit-once.ts'
import { SaveConflict, type ShownValues } from './conflict-notice.tsx'
import classes from './record-dialog.module.css'
import { RecordHistory } from './record-history.tsx'
import { useDialogEntry } from './use-dialog-entry.ts'
import { anotherButton, useRecordForm } from './use-record-form.ts'

/** The props of a record's form fields. */
export interface FieldsProps<Form extends FormValues> {
  readonly form: UseFormReturnType<Form>
  readonly isSaving: boolean
}

interface RecordDialogProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  readonly opened: boolean
  /** The record to edit; undefined to create one. */
  readonly record: R | undefined
  readonly onClose: () => void
  readonly intro?: string
  readonly size?: string
  readonly prepare?: (read: () => Form) => Promise<Form | null>
  /** Formats values in the conflict notice. */
  readonly shown?: ShownValues<Form>
  /** Whether there are unsaved changes outside the form's fields. */
  readonly isUnsavedElsewhere?: boolean
  /** The values of a new record's form; the entity's empty ones by default. */
  readonly initial?: Form | undefined
  /** Shows a new record, where the list may hide it; its toast offers this. */
  readonly onShow?: (() => void) | undefined
  /** Called after a save, when the dialog has closed. */
  readonly onSaved?: (saved: Form) => void
  /** Called after a save that another new record follows: the dialog stays. */
  readonly onAnother?: () => void
  /** Called when the form has taken fields of another user's version. */
  readonly onTaken?: (theirs: R, fields: readonly string[]) => void
  readonly children: (props: FieldsProps<Form>) => ReactNode
}

/**
 * The dialog that creates or edits a record (product.md, sections 2 and 4, Admin forms). Enter submits, Ctrl+Enter in a
 * text area too, and creates one of several; Escape and the browser's Back close it, after a confirmation when there are unsaved changes.
 */
export function RecordDialog<R extends Edited, Form extends FormValues>(props: RecordDialogProps<R, Form>) {
  const { entity, opened, record, onClose, intro, size = '520px', prepare, shown, children } = props
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  /** Whether another new record follows the one that is being saved. */
  const isNext = useRef(false)
  const editing = useRecordForm({
    entity,
    record,
    prepare,
    onTaken: props.onTaken,
    initial: props.initial,
    onShow: props.onShow,
    onSaved(saved, isAnother) {
      if (isAnother) {
        props.onAnother?.()
        isNext.current = true
        return
      }
      leave(() => {
        onClose()
        props.onSaved?.(saved)
      })
    },
  })
  const { form, isSaving, conflict } = editing
  const { leave, close } = useDialogEntry({
    opened,
    isBusy: isSaving,
    isUnsaved: () => form.isDirty() || props.isUnsavedElsewhere === true,
    onClose,
  })
  // A disabled control loses the focus: the button has it during a save (docs/decisions/49).
  useLayoutEffect(() => {
    if (isSaving) submitButton.current?.focus({ preventScroll: true })
  }, [isSaving])
  useOnceEnded(isSaving, () => {
    const fields = fieldset.current
    const first = isNext.current ? 'input, textarea, select' : '[aria-invalid="true"], [data-refused="true"]'
    isNext.current = false
    const target = fields?.querySelector<HTMLElement>(first)
    if (target) target.focus()
    else if (!fields?.form?.contains(document.activeElement)) submitButton.current?.focus()
  })
  const title = `${record === undefined ? 'Add New' : 'Edit'} ${titleCase(entity.label.one)}`

  return (
    <Dialog opened={opened} onClose={close} title={title} size={size}>
      {intro !== undefined && (
        <Text c="dimmed" mb="md">
          {intro}
        </Text>
      )}
      <SaveConflict entity={entity} editing={editing} shown={shown} onDiscard={() => leave(onClose)} />
      {conflict === null && (
        // A shortcut for the submit button.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <form noValidate onSubmit={editing.submit} onKeyDown={submitFromText}>
          <fieldset ref={fieldset} disabled={isSaving}>
            <Stack gap={14}>{children({ form, isSaving })}</Stack>
          </fieldset>
          <div className={classes.buttons}>
            {/* `disabled` would lose the focus; a second submit does nothing. */}
            <Button type="submit" ref={submitButton} aria-disabled={isSaving} data-disabled={isSaving}>
              {isSaving ? 'Saving...' : record === undefined ? 'Create' : 'Update'}
            </Button>
            {record === undefined && (
              <Button
                type="submit"
                name={anotherButton}
                variant="default"
                aria-disabled={isSaving}
                data-disabled={isSaving}
                aria-keyshortcuts="Control+Enter"
              >
                Create & add another
              </Button>
            )}
            <Button variant="default" disabled={isSaving} onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      {conflict === null && record !== undefined && (
        <RecordHistory
          entity={entity}
          id={record.id}
          shown={shown}
          disabled={isSaving}
          onRestore={editing.restore}
        />
      )}
    </Dialog>
  )
}

function submitFromText(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  const another = event.currentTarget.querySelector<HTMLButtonElement>(`button[name="${anotherButton}"]`)
  event.currentTarget.requestSubmit(another)
}

/** "industry tag" becomes "Industry Tag". */
export function titleCase(label: string): string {
  return label.replace(/(^| )[a-z]/g, (start) => start.toUpperCase())
}
