// On phones the CSS stacks the cells and removes the table roles, so each is explicit.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { type ReactNode, useId, useState, useEffect, useRef } from 'react'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import classes from './conflict-notice.module.css'
import { type FieldGroup, isSameValue, type RecordForm } from './use-record-form.ts'
import { Button, Flex, Group, Text } from '@mantine/core'

/** Formatters for field values; by default the value itself. */
export type ShownValues<Form extends FormValues> = {
  readonly [Field in keyof Form as string extends Field ? never : Field]?: (value: Form[Field]) => ReactNode
}

/** Formatters by the names of their fields. */
export type FormattersOf = Partial<Record<string, (value: never) => ReactNode>>

interface SaveConflictProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  readonly editing: RecordForm<R, Form>
  readonly shown?: ShownValues<Form> | undefined
  /** Called to discard the changes to a deleted record. */
  readonly onDiscard: () => void
}

/** Asks how to resolve a conflict with another user's change, if there is one. */
export function SaveConflict<R extends Edited, Form extends FormValues>(props: SaveConflictProps<R, Form>) {
  const { entity, shown, onDiscard } = props
  const { conflict, saveChosen, keepEditing, takeTheirs } = props.editing
  if (conflict === null) return null
  const { mine, theirs, conflicts } = conflict
  if (theirs === null)
    return (
      <DeletedNotice
        one={entity.label.one}
        onKeepEditing={keepEditing}
        onDiscard={onDiscard}
        onCreateAgain={saveChosen}
      />
    )
  return (
    <ConflictNotice
      entity={entity}
      mine={mine}
      theirs={entity.toForm(theirs)}
      conflicts={conflicts}
      shown={shown}
      onSave={saveChosen}
      onKeepEditing={keepEditing}
      onTakeTheirs={takeTheirs}
    />
  )
}

interface ConflictNoticeProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  /** With what only the other side has changed. */
  readonly mine: Form
  readonly theirs: Form
  /** What both sides have changed. */
  readonly conflicts: readonly FieldGroup[]
  readonly shown: ShownValues<Form> | undefined
  /** Called with the fields that take the other version. */
  readonly onSave: (theirs: readonly FieldGroup[]) => void
  readonly onKeepEditing: (theirs: readonly FieldGroup[]) => void
  readonly onTakeTheirs: () => void
}

/** Shows both sides' changes, and asks which version of each field to save. */
function ConflictNotice<R extends Edited, Form extends FormValues>(props: ConflictNoticeProps<R, Form>) {
  const { entity, mine, theirs, conflicts, shown, onSave, onKeepEditing, onTakeTheirs } = props
  const [chosen, setChosen] = useState<readonly FieldGroup[]>([])
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const fields = Object.keys(entity.fields) as (keyof Form & string)[]
  const formatters: FormattersOf = shown ?? {}
  const groupOf = (field: string) => conflicts.find((group) => group.includes(field))
  const isAsked = (field: string) => groupOf(field) !== undefined && !isSameValue(mine[field], theirs[field])

  function choose(group: FieldGroup, isTheirs: boolean) {
    const others = chosen.filter((other) => other !== group)
    setChosen(isTheirs ? [...others, group] : others)
  }

  return (
    <StaleNotice
      who="user"
      one={entity.label.one}
      saveLabel={chosen.length === 0 ? undefined : 'Save what I chose'}
      onSave={() => onSave(chosen)}
      onTakeTheirs={onTakeTheirs}
      onKeepEditing={() => onKeepEditing(chosen)}
    >
      <table className={classes.versions} role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Field
            </th>
            <th scope="col" role="columnheader" id={`${id}mine`}>
              Your version
            </th>
            <th scope="col" role="columnheader" id={`${id}theirs`}>
              Their version
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {fields
            .filter((field) => isWhole || isAsked(field))
            .map((field) => {
              const group = isAsked(field) ? groupOf(field) : undefined
              const version = (side: 'mine' | 'theirs', label: string) => (
                <Version
                  id={`${id}${field}`}
                  side={side}
                  sideId={`${id}${side}`}
                  label={label}
                  value={formatValue((side === 'mine' ? mine : theirs)[field], formatters[field])}
                  isChosen={group && chosen.includes(group) === (side === 'theirs')}
                  onChoose={() => group && choose(group, side === 'theirs')}
                />
              )
              return (
                <tr
                  key={field}
                  role="row"
                  aria-labelledby={`${id}${field} ${id}${field}mine ${id}${field}theirs`}
                  data-differs={group !== undefined || undefined}
                >
                  <th scope="row" role="rowheader" id={`${id}${field}`}>
                    {entity.fields[field]}
                  </th>
                  {version('mine', 'Your version')}
                  {version('theirs', 'Their version')}
                </tr>
              )
            })}
        </tbody>
      </table>
      {!isWhole && (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setWhole(true)}>
          Show all fields
        </Button>
      )}
    </StaleNotice>
  )
}

interface StaleNoticeProps {
  /** Who has saved meanwhile. */
  readonly who: 'user' | 'window'
  /** "product" */
  readonly one: string
  readonly saveLabel?: string | undefined
  readonly onSave: () => void
  readonly onTakeTheirs: () => void
  /** Called to return to the form that the notice replaces. */
  readonly onKeepEditing?: () => void
  /** The versions. */
  readonly children?: ReactNode
}

/** Says that the edited record has changed on the server, and asks which version to keep. */
export function StaleNotice(props: StaleNoticeProps) {
  const { who, one, saveLabel = 'Save my version', onSave, onTakeTheirs, onKeepEditing, children } = props
  return (
    <div role="alert" ref={useFocusedNotice()} tabIndex={-1} className={classes.root}>
      <Text mb="md">
        Another {who} has changed the {one} since you opened it. Your changes are not lost: choose which
        version to keep.
      </Text>
      {children}
      <Group gap={8} mt={20}>
        <Button onClick={onSave}>{saveLabel}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Use their version
        </Button>
        {onKeepEditing && (
          <Button variant="default" onClick={onKeepEditing}>
            Keep editing
          </Button>
        )}
      </Group>
    </div>
  )
}

interface VersionProps {
  /** The id of the row's header; the value's id begins with it. */
  readonly id: string
  readonly side: 'mine' | 'theirs'
  /** The id of the column's header. */
  readonly sideId: string
  /** The column's header, shown beside the value on phones. */
  readonly label: string
  readonly value: ReactNode
  /** Undefined where there is nothing to choose. */
  readonly isChosen: boolean | undefined
  readonly onChoose: () => void
}

/** One side's value of a field, with a radio button where the sides conflict. */
function Version({ id, side, sideId, label, value, isChosen, onChoose }: VersionProps) {
  const shown = <span id={`${id}${side}`}>{value}</span>
  return (
    <td role="cell" data-label={label} data-chosen={isChosen}>
      {isChosen === undefined ? (
        shown
      ) : (
        <Flex component="label" gap={8} align="flex-start" className={classes.choice}>
          <input
            type="radio"
            name={id}
            checked={isChosen}
            aria-labelledby={`${id} ${sideId} ${id}${side}`}
            onChange={onChoose}
          />
          {shown}
        </Flex>
      )}
    </td>
  )
}

/** The displayed value of a field; each formatter takes the value type of its field. */
export function formatValue(
  value: FormValues[string] | undefined,
  shown?: (value: never) => ReactNode,
): ReactNode {
  if (value === undefined || value === '' || (typeof value === 'object' && value.length === 0)) return '-'
  if (shown !== undefined) return shown(value as never)
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (typeof value === 'string') return value
  return value.map((item) => (typeof item === 'string' ? item : Object.values(item)[0])).join(', ')
}

/** Focuses a notice that replaces the form, whose focused field was unmounted. */
function useFocusedNotice() {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return notice
}

interface DeletedNoticeProps {
  /** "product" */
  readonly one: string
  readonly onKeepEditing: () => void
  readonly onDiscard: () => void
  readonly onCreateAgain: () => void
}

/** Says that the record in the form was deleted by another user. */
function DeletedNotice({ one, onKeepEditing, onDiscard, onCreateAgain }: DeletedNoticeProps) {
  return (
    <div role="alert" ref={useFocusedNotice()} tabIndex={-1} className={classes.root}>
      <Text mb="md">
        Another user has deleted the {one} since you opened it. Your entries are still here.
      </Text>
      <Group gap={8} mt={20}>
        <Button onClick={onCreateAgain}>Create it again</Button>
        <Button variant="default" onClick={onDiscard}>
          Discard mine
        </Button>
        <Button variant="default" onClick={onKeepEditing}>
          Keep editing
        </Button>
      </Group>
    </div>
  )
}
