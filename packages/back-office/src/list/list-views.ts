import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks'
import { z } from 'zod'
import { useLocation, useSearchParams } from 'react-router-dom'

import { toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { constraintFields, throwUserFacing } from '@giftwell/shared/kernel/entity-mutations.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import { pageSize, pageSizes } from '@giftwell/shared/kernel/keyset.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

/** A list's state: parameters of its address. */
export type ListSettings = Readonly<Record<string, string>>

/** A view: the named state of a list. */
export interface SavedView {
  readonly id: string
  readonly name: string
  readonly settings: ListSettings
}

/** A person's saved state of a list. */
interface OwnViews {
  /** By name. */
  readonly views: readonly SavedView[]
  /** The columns without a view, as `placeColumns` takes them. */
  readonly columns: string
}

/** Limit for the characters of a view’s name. */
export const maxViewNameLength = 60

const keyOf = (list: string) => ['list_views', list] as const
const invalidating = (list: string) => ({ invalidates: [keyOf(list)] })

// Whatever a row holds, its list is shown.
const settingsIn = z.record(z.string(), z.string()).catch({})
const byName = new Intl.Collator(undefined, { numeric: true })

/** The views and the columns that a person has saved for a list. */
export function ownViewsQuery(backend: Backend, list: string, owner: string) {
  return queryOptions({
    queryKey: [...keyOf(list), owner],
    queryFn: async ({ signal }): Promise<OwnViews> => {
      const stored = await readRows(backend, (rest) =>
        rest
          .from('list_views')
          .select('id, name, settings')
          .eq('list', list)
          .eq('owner_id', owner)
          .abortSignal(signal),
      )
      const rows = stored.map((row) => ({ ...row, settings: settingsIn.parse(row.settings) }))
      const columns = rows.find(({ name }) => name === null)?.settings['columns'] ?? ''
      const views = rows.flatMap(({ name, ...row }) => (name === null ? [] : [{ ...row, name }]))
      return { columns, views: views.toSorted((one, other) => byName.compare(one.name, other.name)) }
    },
  })
}

/** Anyone's view of a list; null when there is none with this id. */
export function savedViewQuery(backend: Backend, list: string, id: string) {
  return queryOptions({
    queryKey: [...keyOf(list), 'one', id],
    queryFn: async ({ signal }): Promise<SavedView | null> => {
      if (!z.guid().safeParse(id).success) return null
      const [row] = await readRows(backend, (rest) =>
        rest
          .from('list_views')
          .select('id, name, settings')
          .eq('list', list)
          .eq('id', id)
          .abortSignal(signal),
      )
      return row === undefined || row.name === null
        ? null
        : { ...row, name: row.name, settings: settingsIn.parse(row.settings) }
    },
  })
}

/** Saves the columns that a person has chosen for a list; they are shown at once, also when they cannot be saved. */
export function choosingColumns(backend: Backend, list: string, owner: string) {
  const { queryKey } = ownViewsQuery(backend, list, owner)
  return mutationOptions({
    // One after the other.
    scope: { id: `columns of ${list}` },
    meta: { failed: 'Your columns could not be saved' },
    onMutate: async (columns: string, { client }) => {
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, { views: [], ...before, columns })
      if (before === undefined) await client.cancelQueries({ queryKey })
      return { isFirst: before === undefined }
    },
    mutationFn: async (columns: string, { client }) => {
      // A later choice waits to be saved.
      if (client.getQueryData(queryKey)?.columns !== columns) return
      await send(backend, (rest) =>
        rest
          .from('list_views')
          .upsert({ list, name: null, settings: { columns } }, { onConflict: 'owner_id,list,name' }),
      )
    },
    onSuccess: async (_data, _columns, { isFirst }, { client }) => {
      if (isFirst) await client.invalidateQueries({ queryKey })
    },
  })
}

/** A view to save; one with an id takes the place of the former. */
interface ViewToSave {
  readonly id?: string
  readonly name: string
  readonly settings: ListSettings
}

const fields = { name: 'Name' }
const refuse = throwUserFacing('view', fields, constraintFields({ table: 'list_views', fields }))

/** Saves a view and gives its id. */
export function savingView(backend: Backend, list: string) {
  return mutationOptions({
    meta: { ...invalidating(list), failed: 'Error saving view' },
    mutationFn: async ({ id, ...view }: ViewToSave): Promise<string> => {
      const table = (await backend.loadRest()).from('list_views')
      const saving = id === undefined ? table.insert({ list, ...view }) : table.update(view).eq('id', id)
      const { data, error } = await saving.select('id').single()
      if (!error) return data.id
      return refuse(toAppError(error))
    },
  })
}

/** Deletes a view, and offers to undo it. */
export function deletingView(backend: Backend, list: string) {
  return mutationOptions({
    meta: { ...invalidating(list), done: 'View deleted', failed: 'Error deleting view' },
    mutationFn: async (view: SavedView) => {
      await send(backend, (rest) => rest.from('list_views').delete().eq('id', view.id))
      return new MutationOutcome(undefined, { mutation: restoring(backend, list, view), variables: view.id })
    },
  })
}

function restoring(backend: Backend, list: string, view: SavedView) {
  return mutationOptions({
    meta: { ...invalidating(list), done: 'View restored', failed: 'Error restoring view' },
    mutationFn: async (_id: string) =>
      send(backend, (rest) => rest.from('list_views').insert({ list, ...view })),
  })
}

/** How lists are shown to the user of this browser. */
export interface ListView {
  /** Rows of 40 or of 56 pixels. */
  readonly rows: 'compact' | 'roomy'
  /** Rows on a page, where the address has no other number. */
  readonly size: number
}

const initial = { rows: 'compact', size: pageSize } as const satisfies ListView
const stored = z.object({ rows: z.enum(['compact', 'roomy']), size: z.literal(pageSizes) }).catch(initial)

const options = {
  key: 'giftwell-lists',
  deserialize: (text: string | undefined): ListView => stored.parse(parseJson(text ?? null)),
}

/** The view in the browser's storage, and a setter for parts of it. */
export function useListView(): readonly [ListView, (change: Partial<ListView>) => void] {
  const [view = initial, setView] = useLocalStorage<ListView | undefined>({
    ...options,
    getInitialValueInEffect: false,
  })
  return [view, (change) => setView({ ...view, ...change })]
}

/** The view in the browser's storage, outside of React. */
export function storedListView(): ListView {
  return readLocalStorageValue<ListView | undefined>(options) ?? initial
}

/** The parameters of the page of a list. */
const pageParams = ['page', 'after', 'before', 'last'] as const

/** URL parameters; those that are undefined are removed. */
type Changes = Readonly<Record<string, string | undefined>>

/**
 * The parameters of the URL, and a function that changes some. By default it adds a history entry and shows the
 * first page.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()

  function change(changes: Changes, { replace = false, isSamePage = false } = {}) {
    setParams(
      (current) => {
        if (!isSamePage) for (const name of pageParams) current.delete(name)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) current.delete(name)
          else current.set(name, value)
        }
        return current
      },
      replace ? { replace, state: state as unknown } : {},
    )
  }
  return [params, change] as const
}

/** Maps a list's search, filters and order to URL parameters. */
export interface ListAddress<Listing> {
  /** Parses the parameters and ignores invalid ones. */
  read(params: URLSearchParams): Listing
  /** Every parameter of the list; undefined if not set. */
  write(listing: Listing): Changes
}

/** The listing in the URL, and a setter. */
export type ListSearchParams<Listing> = readonly [
  listing: Listing,
  show: (next: Listing, options?: { readonly replace?: boolean }) => void,
]

/** Stores a list's search, filters and order in the URL. `show` adds a history entry unless it replaces the current one. */
export function useListSearchParams<Listing>(address: ListAddress<Listing>): ListSearchParams<Listing> {
  const [params, change] = useListParams()
  return [address.read(params), (next, options) => change(address.write(next), options)]
}

/** The number of rows on a page: the URL's, else the user's own. The setter changes both. */
export function usePageSize(): readonly [size: number, setSize: (size: number) => void] {
  const [params, change] = useListParams()
  const [view, setView] = useListView()
  const requested = pageSizes.find((size) => String(size) === params.get('size'))
  // A page in the URL without a number of rows has the default one.
  const size = requested ?? (params.has('page') ? pageSize : view.size)
  return [
    size,
    (next) => {
      setView({ size: next })
      change({ size: sizeParam(next) }, { replace: true })
    },
  ]
}

/** The parameter of a number of rows. */
export function sizeParam(size: number): string | undefined {
  return size === pageSize ? undefined : String(size)
}
