import { type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import type { Edited, Row } from '@giftwell/shared/kernel/table.ts'

/** What one transaction has changed of a record. */
export interface RecordChange {
  readonly at: string
  /** The account; null for the server. */
  readonly actor: string | null
  readonly kind: 'created' | 'changed' | 'deleted'
  /** The columns that differ, as they were before. */
  readonly columns: Readonly<Record<string, unknown>>
  /** The ids that were removed and added, by their field. */
  readonly links: readonly {
    readonly field: string
    readonly removed: readonly string[]
    readonly added: readonly string[]
  }[]
}

/** A record as it is, and its changes. */
export interface RecordHistory<R> {
  /** Null when it was deleted. */
  readonly record: R | null
  /** The latest first, as far as they are shown. */
  readonly changes: readonly RecordChange[]
}

/** As many rows are shown. */
const maxRows = 500

/** The changes of a record in the last year, for administrators. Fetched each time it is opened. */
export function recordHistoryQuery<R extends Edited, Form extends FormValues>(
  backend: Backend,
  entity: Entity<R, Form>,
  id: string,
) {
  return queryOptions({
    queryKey: [entity.table, 'history', id] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }): Promise<RecordHistory<R>> => {
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
      columns: kind === 'changed' ? { ...change.columns, ...Object(before) } : change.columns,
      links: kind === 'linked' ? [...change.links, ...linksIn(before, after)] : change.links,
    })
  }
  return changes
}

function linksIn(before: unknown, after: unknown): RecordChange['links'] {
  const removed: Record<string, string[]> = Object(before)
  const added: Record<string, string[]> = Object(after)
  return Object.keys({ ...removed, ...added }).map((field) => ({
    field,
    removed: removed[field] ?? [],
    added: added[field] ?? [],
  }))
}

/** What a form of a record was before its changes, the latest first; the last is what it was before all of them. */
export function formerVersions<R extends Edited, Form extends FormValues>(
  entity: Pick<Entity<R, Form>, 'toForm'>,
  record: R,
  changes: readonly RecordChange[],
): readonly { readonly record: R; readonly form: Form }[] {
  const links: Record<string, readonly string[]> = {}
  let former = record
  return changes.map((change) => {
    former = { ...former, ...change.columns }
    const form = entity.toForm(former)
    for (const { field, removed, added } of change.links) {
      const ids = links[field] ?? form[field]
      if (Array.isArray(ids)) links[field] = [...ids.filter((id) => !added.includes(id)), ...removed]
    }
    return { record: former, form: { ...form, ...links } }
  })
}

/** An administrator, whom leads are assigned to. */
export interface Administrator {
  readonly id: string
  readonly email: string
}

/** All administrators by e-mail address. */
export function administratorsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['administrators'] as QueryKey,
    queryFn: ({ signal }): Promise<readonly Administrator[]> =>
      readRows(backend, (rest) => rest.rpc('administrators').abortSignal(signal)),
  })
}
