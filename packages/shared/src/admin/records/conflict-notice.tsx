import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

import type { Entity, FormValues } from '../../data/entity.ts'
import type { Edited } from '../../data/table.ts'
import classes from './conflict-notice.module.css'

/** Formatters for field values; by default the value itself. */
export type ShownValues<Form extends FormValues> = {
  readonly [Field in keyof Form as string extends Field ? never : Field]?: (value: Form[Field]) => ReactNode
}

interface ConflictNoticeProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  readonly mine: Form
  /** Null when the record was deleted. */
  readonly theirs: R | null
  readonly shown: ShownValues<Form> | undefined
  readonly onSaveMine: () => void
  readonly onTakeTheirs: (theirs: R) => void
  readonly onKeepEditing: () => void
  readonly onDiscard: () => void
}

/** Shows both versions of a record after a conflict and asks which one to save. */
export function ConflictNotice<R extends Edited, Form extends FormValues>(
  props: ConflictNoticeProps<R, Form>,
) {
  const { entity, mine, theirs, shown } = props
  const notice = useRef<HTMLDivElement>(null)
  // The focused field was unmounted.
  useEffect(() => notice.current?.focus(), [])
  if (theirs === null) {
    return (
      <div role="alert" ref={notice} tabIndex={-1} className={classes.root}>
        <p className={classes.words}>
          Somebody else has deleted this {entity.label.one} since you opened it. What you typed is still here.
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={props.onKeepEditing}>
            Keep editing
          </Button>
          <Button variant="default" onClick={props.onDiscard}>
            Discard mine
          </Button>
          <Button onClick={props.onSaveMine}>Create it again</Button>
        </div>
      </div>
    )
  }

  const other = entity.toForm(theirs)
  const names = Object.keys(entity.fields) as (keyof Form & string)[]
  const formatters: Partial<Record<string, (value: never) => ReactNode>> = shown ?? {}
  const valueOf = (form: Form, field: keyof Form & string) => format(form[field], formatters[field])
  return (
    <div role="alert" ref={notice} tabIndex={-1} className={classes.root}>
      <p className={classes.words}>
        Somebody else has changed this {entity.label.one} since you opened it. Nothing of yours is lost:
        choose which version to keep.
      </p>
      <table className={classes.versions}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Your version</th>
            <th scope="col">Their version</th>
          </tr>
        </thead>
        <tbody>
          {names.map((field) => (
            <tr key={field} data-differs={!isSame(mine[field], other[field]) || undefined}>
              <th scope="row">{entity.fields[field]}</th>
              <td>{valueOf(mine, field)}</td>
              <td>{valueOf(other, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.buttons}>
        <Button variant="default" onClick={props.onKeepEditing}>
          Keep editing
        </Button>
        <Button variant="default" onClick={() => props.onTakeTheirs(theirs)}>
          Use their version
        </Button>
        <Button onClick={props.onSaveMine}>Save my version</Button>
      </div>
    </div>
  )
}

/** Each formatter takes the value type of its own field. */
function format(value: FormValues[string] | undefined, shown?: (value: never) => ReactNode): ReactNode {
  if (value === undefined || value === '' || (typeof value === 'object' && value.length === 0)) return '-'
  if (shown !== undefined) return shown(value as never)
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  return typeof value === 'string' ? value : value.join(', ')
}

/** Compares ids as sets. */
function isSame(one: FormValues[string] | undefined, other: FormValues[string] | undefined): boolean {
  return typeof one === 'object' && typeof other === 'object'
    ? one.length === other.length && one.every((id) => other.includes(id))
    : one === other
}
