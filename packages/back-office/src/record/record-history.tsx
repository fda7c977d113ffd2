import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import {
  administratorsQuery,
  formerVersions,
  type RecordChange,
  recordHistoryQuery,
} from './record-history-query.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { type FormattersOf, formatValue, type ShownValues } from './conflict-notice.tsx'
import { isSameValue } from './merge-versions.ts'
import classes from './record-history.module.css'

interface RecordHistoryProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  readonly id: string
  readonly shown: ShownValues<Form> | undefined
  readonly disabled: boolean
  /** Puts fields of a former version into the form. */
  readonly onRestore: (former: R, values: Partial<Form>) => void
}

/** The changes of a record, loaded when it is opened; any field, or a whole version, can be put into the form again. */
export function RecordHistory<R extends Edited, Form extends FormValues>(props: RecordHistoryProps<R, Form>) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes.root}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        History
      </Button>
      <section id={id} aria-label="History" hidden={!isOpen}>
        {isOpen && <Changes {...props} />}
      </section>
    </div>
  )
}

function Changes<R extends Edited, Form extends FormValues>(props: RecordHistoryProps<R, Form>) {
  const { entity, id, shown, disabled, onRestore } = props
  const backend = useBackend()
  const history = useQuery(recordHistoryQuery(backend, entity, id))
  const administrators = useQuery(administratorsQuery(backend)).data ?? []
  const [status, setStatus] = useState<string>()
  if (history.isPending) return <p role="status">Loading...</p>
  if (history.isError) return <p role="alert">Error loading the history: {history.error.message}</p>
  const { record, changes } = history.data
  if (record === null || changes.length === 0) return <p>No changes in the last year.</p>

  const formatters: FormattersOf = shown ?? {}
  const versions = [{ record, form: entity.toForm(record) }, ...formerVersions(entity, record, changes)]
  const fields = Object.entries<string | undefined>(entity.fields)
  const who = ({ actor }: RecordChange) =>
    administrators.find((one) => one.id === actor)?.email ??
    (actor === null ? 'the server' : 'a former administrator')

  function restore(index: number, names: readonly string[]) {
    const version = versions[index]
    if (version === undefined) return
    const groups = names.map((name) => entity.together.find((group) => group.includes(name)) ?? [name])
    const values = groups.flat().map((name) => [name, version.form[name]])
    onRestore(version.record, Object.fromEntries(values) as Partial<Form>) // fields of the form
    const labels = fields.flatMap(([name, label]) => (groups.flat().includes(name) ? [label] : []))
    setStatus(`In the form now: ${labels.join(', ')}. Update saves it.`)
  }
  const restoreVersion = (index: number, title: string) => (
    <Button
      variant="default"
      size="compact-sm"
      disabled={disabled}
      aria-label={`Restore this version: ${title}`}
      onClick={() =>
        restore(
          index,
          fields.map(([name]) => name),
        )
      }
    >
      Restore this version
    </Button>
  )

  return (
    <>
      <p role="status" className={classes.status}>
        {status}
      </p>
      <ol className={classes.changes}>
        {changes.map((change, index) => {
          const title = `${words[change.kind]} on ${new Date(change.at).toLocaleString()}`
          const [after, before] = [versions[index]?.form, versions[index + 1]?.form]
          const changed = fields.filter(([name]) => !isSameValue(before?.[name], after?.[name]))
          return (
            <li key={change.at}>
              <div className={classes.head}>
                <p>
                  {title} by {who(change)}
                </p>
                {index > 0 && change.kind !== 'deleted' && restoreVersion(index, title)}
              </div>
              {change.kind !== 'created' && (
                <dl className={classes.fields}>
                  {changed.map(([name, label]) => (
                    <div key={name}>
                      <dt>{label}</dt>
                      <dd>
                        <del>{formatValue(before?.[name], formatters[name])}</del>
                        <span aria-hidden> → </span>
                        <ins>{formatValue(after?.[name], formatters[name])}</ins>
                      </dd>
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        disabled={disabled}
                        aria-label={`Restore ${label} as it was before: ${title}`}
                        onClick={() => restore(index + 1, [name])}
                      >
                        Restore
                      </Button>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          )
        })}
        {changes.at(-1)?.kind !== 'created' && (
          <li>
            <div className={classes.head}>
              <p>Before these changes</p>
              {restoreVersion(changes.length, 'before these changes')}
            </div>
          </li>
        )}
      </ol>
    </>
  )
}

const words = { created: 'Created', changed: 'Changed', deleted: 'Deleted' }
