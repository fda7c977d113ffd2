import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { Box, Group, Stack, Text } from '@mantine/core'
import { useQuery, type QueryKey, queryOptions } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Edited, Row } from '@giftwell/shared/kernel/table.ts'
import { type FormattersOf, formatValue, type ShownValues } from './conflict-notice.tsx'
import { isSameValue } from './use-record-form.ts'
import { useNames } from '../staff/administrators.ts'
import classes from './record-history.module.css'
import { RowButton } from '../screen/buttons.tsx'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

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
    <Box className="line-above" mt={20} pt={12}>
      <RowButton
        label="History"
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <section id={id} aria-label="History" hidden={!isOpen}>
        {isOpen && <Changes {...props} />}
      </section>
    </Box>
  )
}

/** The history opens below the buttons of the dialog, at its end. */
function scrollIntoView(changes: HTMLElement | null): void {
  changes?.scrollIntoView({ block: 'nearest' })
}

function Changes<R extends Edited, Form extends FormValues>(props: RecordHistoryProps<R, Form>) {
  const { entity, id, shown, disabled, onRestore } = props
  const backend = useBackend()
  const history = useQuery(recordHistoryQuery(backend, entity, id))
  const nameOf = useNames()
  const [status, setStatus] = useState<string>()
  if (history.isPending) return <p role="status">Loading...</p>
  if (history.isError) return <p role="alert">Error loading the history: {history.error.message}</p>
  const { record, changes } = history.data
  if (record === null || changes.length === 0) return <p>No changes in the last year.</p>

  const formatters: FormattersOf = shown ?? {}
  const versions = [{ record, form: entity.toForm(record) }, ...formerVersions(entity, record, changes)]
  const fields = Object.entries<string | undefined>(entity.fields)
  const who = ({ actor }: RecordChange) =>
    nameOf(actor) ?? (actor === null ? 'the server' : 'a former administrator')

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
    <RowButton
      label="Restore this version"
      disabled={disabled}
      aria-label={`Restore this version: ${title}`}
      onClick={() =>
        restore(
          index,
          fields.map(([name]) => name),
        )
      }
    />
  )

  return (
    <>
      <p role="status" hidden={status === undefined}>
        {status}
      </p>
      <Box component="ol" ref={scrollIntoView} className={`${classes.changes} divided`} mt={8} fz="sm">
        {changes.map((change, index) => {
          const title = `${words[change.kind]} on ${new Date(change.at).toLocaleString()}`
          const [after, before] = [versions[index]?.form, versions[index + 1]?.form]
          const changed = fields.filter(([name]) => !isSameValue(before?.[name], after?.[name]))
          return (
            <li key={change.at}>
              <Group justify="space-between" gap="4px 12px">
                <Text c="dimmed" size="sm">
                  {title} by {who(change)}
                </Text>
                {index > 0 && change.kind !== 'deleted' && restoreVersion(index, title)}
              </Group>
              {change.kind !== 'created' && (
                <dl className={classes.fields}>
                  {changed.map(([name, label]) => (
                    <div key={name}>
                      <Text component="dt" inherit fw={600}>
                        {label}
                      </Text>
                      <dd>
                        <del>{formatValue(before?.[name], formatters[name])}</del>
                        <span aria-hidden> → </span>
                        <ins>{formatValue(after?.[name], formatters[name])}</ins>
                      </dd>
                      <RowButton
                        label="Restore"
                        variant="subtle"
                        disabled={disabled}
                        aria-label={`Restore ${label} as it was before: ${title}`}
                        onClick={() => restore(index + 1, [name])}
                      />
                    </div>
                  ))}
                </dl>
              )}
            </li>
          )
        })}
        {changes.at(-1)?.kind !== 'created' && (
          <li>
            <Group justify="space-between" gap="4px 12px">
              <Text c="dimmed" size="sm">
                Before these changes
              </Text>
              {restoreVersion(changes.length, 'before these changes')}
            </Group>
          </li>
        )}
      </Box>
    </>
  )
}

const words = { created: 'Created', changed: 'Changed', deleted: 'Deleted' }

/** One transaction's changes of a record. */
export interface RecordChange {
  readonly at: string
  /** The account; null for the server. */
  readonly actor: string | null
  readonly kind: 'created' | 'changed' | 'deleted'
  /** The columns that differ, as they were before. */
  readonly columns: Readonly<Record<string, unknown>>
  /** The ids, or the rows, that were removed and added, by their name. */
  readonly links: readonly {
    readonly field: string
    readonly removed: readonly unknown[]
    readonly added: readonly unknown[]
  }[]
}

/** A record as it is, and its changes. */
export interface RecordChanges<R> {
  /** Null when it was deleted. */
  readonly record: R | null
  /** The shown ones, the latest first. */
  readonly changes: readonly RecordChange[]
}

/** As many rows are shown. */
const maxRows = 500

/** The changes of a record in the last year, for administrators. Fetched each time it is opened. */
function recordHistoryQuery<R extends Edited, Form extends FormValues>(
  backend: Backend,
  entity: Entity<R, Form>,
  id: string,
) {
  return queryOptions({
    queryKey: [entity.table, 'history', id] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<RecordChanges<R>> => {
      const rows = await readRows(backend, (rest) =>
        rest
          .from('record_history')
          .select('changed_at, actor_id, kind, before, after')
          .eq('record_id', id)
          .order('number', { ascending: false })
          .limit(maxRows)
          .abortSignal(signal),
      )
      return { changes: changesIn(rows), record: await entity.read(backend, id) }
    },
  })
}

type HistoryRow = Pick<Row<'record_history'>, 'changed_at' | 'actor_id' | 'kind' | 'before' | 'after'>

/** Rows of the same transaction are one change. */
export function changesIn(rows: readonly HistoryRow[]): readonly RecordChange[] {
  const changes: RecordChange[] = []
  for (const { changed_at: at, actor_id: actor, kind, before, after } of rows) {
    const former = changes.at(-1)
    const change: RecordChange =
      former?.at === at && former.actor === actor
        ? former
        : { at, actor, kind: 'changed', columns: {}, links: [] }
    if (change === former) changes.pop()
    changes.push({
      ...change,
      kind: kind === 'created' || kind === 'deleted' ? kind : change.kind,
      columns: kind === 'changed' ? { ...change.columns, ...recordOf(before) } : change.columns,
      links: kind === 'linked' ? [...change.links, ...linksIn(before, after)] : change.links,
    })
  }
  return changes
}

function linksIn(before: unknown, after: unknown): RecordChange['links'] {
  const [removed, added] = [recordOf(before), recordOf(after)]
  const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : [])
  return Object.keys({ ...removed, ...added }).map((field) => ({
    field,
    removed: listOf(removed[field]),
    added: listOf(added[field]),
  }))
}

/** A record's former form values, before each change, the latest first; the last is the original. */
export function formerVersions<R extends Edited, Form extends FormValues>(
  entity: Pick<Entity<R, Form>, 'toForm' | 'rows'>,
  record: R,
  changes: readonly RecordChange[],
): readonly { readonly record: R; readonly form: Form }[] {
  const links: Record<string, readonly unknown[]> = {}
  let former = record
  return changes.map((change) => {
    former = { ...former, ...change.columns, ...rowsBefore(former, change, entity.rows) }
    const form = entity.toForm(former)
    for (const { field, removed, added } of change.links) {
      const ids: unknown = links[field] ?? form[field]
      if (field in entity.rows || !Array.isArray(ids)) continue
      links[field] = [...ids.filter((id) => !added.includes(id)), ...removed]
    }
    return { record: former, form: { ...form, ...links } }
  })
}

/** The embedded rows of a record, by their table, as they were before a change. */
function rowsBefore(record: object, { links }: RecordChange, rows: Entity<Edited, FormValues>['rows']) {
  const embedded = new Map<string, unknown>(Object.entries(record))
  const before: Record<string, unknown[]> = {}
  for (const { field, removed, added } of links) {
    const table = rows[field]
    if (table === undefined) continue
    const gone = new Set(added.map(rowKey))
    // A table with one row a record is embedded as that row.
    const after = before[table] ?? [embedded.get(table) ?? []].flat()
    before[table] = [...after.filter((row) => !gone.has(rowKey(row))), ...removed]
  }
  return before
}

function rowKey(row: unknown): string {
  return JSON.stringify(Object.entries(recordOf(row)).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

interface HistoryEventProps {
  readonly who: string
  /** The action after the name: "opened it". */
  readonly deed: string
  readonly moment: ReactNode
  /** The text of a note or reply. */
  readonly text: ReactNode
  /** A button that answers it, or takes it back. */
  readonly children: ReactNode
}

/** Something that was done with a lead or a quotation, by whom and when. */
export function HistoryEvent({ who, deed, moment, text, children }: HistoryEventProps) {
  return (
    <Group
      component="article"
      align="stretch"
      justify="space-between"
      gap="0 16px"
      style={{ overflowWrap: 'anywhere' }}
    >
      <span>
        <Text component="strong" inherit fw={600}>
          {who}
        </Text>{' '}
        {deed}
      </span>
      <Text component="span" c="dimmed" fz="0.8125rem">
        {moment}
      </Text>
      {children}
      {text && (
        <Text
          className="typed-text"
          flex="1 0 100%"
          bdrs="sm"
          fz="inherit"
          lh={1.5}
          px={10}
          py={6}
          mt={2}
          bg="var(--gw-sunken)"
        >
          {text}
        </Text>
      )}
    </Group>
  )
}

/** The events of a history, one below the other. */
export function HistoryEvents({ children }: { readonly children: ReactNode }) {
  return (
    <Stack gap={8} fz="sm">
      {children}
    </Stack>
  )
}
