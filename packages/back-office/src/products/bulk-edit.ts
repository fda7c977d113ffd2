import { keepPreviousData, mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Json } from '@giftwell/shared/kernel/database.types.ts'
import type { ChosenRecords } from '@giftwell/shared/kernel/deleted-records.ts'
import { restoringOptions } from '@giftwell/shared/kernel/entity-mutations.ts'
import { noneOfKind } from './admin-products.ts'
import type { BulkFact } from './bulk-facts.tsx'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'

/** A kind of tag that a bulk edit adds and removes. */
export type TagKind = 'industry' | 'theme' | 'doctor_type' | 'branding'
/** A field that a bulk edit chooses a value for. */
export type BulkField = 'category' | 'subcategory' | 'budget' | 'sample' | 'featured' | 'brand_reminder'

/** What an edit does to many products; tags, categories and subcategories by their ids, null for none, facts by their columns. */
export interface BulkChanges {
  readonly add: Readonly<Partial<Record<TagKind, readonly string[]>>>
  readonly remove: Readonly<Partial<Record<TagKind, readonly string[]>>>
  readonly set: Readonly<Partial<Record<BulkField | BulkFact, string | number | boolean | null | undefined>>>
}

/** Products with changes; the others that were chosen are so already. */
interface BulkOutcome {
  readonly matched: number
  readonly changed: number
  readonly undo: string | null
}

async function callBulkEdit(
  backend: Backend,
  chosen: ChosenRecords,
  changes: BulkChanges,
  options: { readonly is_preview: true } | { readonly label: string },
  signal?: AbortSignal,
): Promise<BulkOutcome> {
  const data = await send(backend, (rest) => {
    const call = rest.rpc('bulk_edit_products', {
      changes: changes as unknown as Json, // but that its lists are readonly
      ...('ids' in chosen ? { ids: [...chosen.ids] } : chosen),
      ...options,
    })
    return signal ? call.abortSignal(signal) : call
  })
  const { matched, changed, undo } = Object(data)
  if (typeof changed !== 'number')
    throw new AppError(
      'unexpected',
      'The server did not report what was changed. Check before you try again.',
    )
  return { matched: Number(matched), changed, undo: typeof undo === 'string' ? undo : null }
}

/** How many of the chosen products an edit would change. */
export function bulkEditPreviewQuery(backend: Backend, chosen: ChosenRecords, changes: BulkChanges) {
  return queryOptions({
    // Counted at each opening: products change.
    staleTime: 0,
    gcTime: 0,
    queryKey: ['bulk edit', chosen, changes] as QueryKey,
    queryFn: ({ signal }) => callBulkEdit(backend, chosen, changes, { is_preview: true }, signal),
    placeholderData: keepPreviousData,
  })
}

/** How many of the chosen products have no picture. */
export function withoutPictureQuery(backend: Backend, chosen: ChosenRecords) {
  return queryOptions({
    staleTime: 0,
    gcTime: 0,
    queryKey: ['bulk edit', 'without picture', chosen] as QueryKey,
    async queryFn({ signal }): Promise<number> {
      if ('ids' in chosen) {
        // Few enough for the address of a request, and counted together.
        let count = 0
        for (let at = 0; at < chosen.ids.length; at += idsAtOnce) {
          const ids = chosen.ids.slice(at, at + idsAtOnce)
          const rows = await readRows(backend, (rest) =>
            rest.from('products').select('id').in('id', ids).is('image_url', null).abortSignal(signal),
          )
          count += rows.length
        }
        return count
      }
      const { words, filters } = chosen
      return send(backend, (rest) =>
        rest.rpc('count_products', { words, filters: { ...filters, image: noneOfKind } }).abortSignal(signal),
      )
    },
  })
}

const idsAtOnce = 100

const invalidates = [['products'], ['catalogue'], ['dashboard'], ['deleted_records']]

/** What an import may change: products, and categories and tags that it creates. */
export const everyList = [
  ...invalidates,
  ...[
    'categories',
    'subcategories',
    'industry_tags',
    'doctor_type_tags',
    'themes',
    'branding_methods',
    'filter-options',
    'imports',
  ].map((list) => [list]),
]

interface BulkEdit {
  readonly chosen: ChosenRecords
  readonly changes: BulkChanges
  /** What the edit is listed by. */
  readonly label: string
}

/** Edits many products in one transaction, and offers to undo it. */
export function bulkEditing(backend: Backend) {
  return mutationOptions({
    mutationKey: ['products', 'update'],
    meta: { invalidates, done: 'Products updated successfully', failed: 'Error updating products' },
    async mutationFn({ chosen, changes, label }: BulkEdit) {
      const { changed, undo } = await callBulkEdit(backend, chosen, changes, { label })
      return new MutationOutcome(
        `${counted(changed, 'product')}: ${label}`,
        undo === null ? undefined : { mutation: bulkEditUndoing(backend), variables: undo },
      )
    },
  })
}

function leftOutMessage(count: number): string {
  return `${counted(count, 'product')} ${count === 1 ? 'was' : 'were'} left out, because changed or deleted in the meantime`
}

/** Undoes an edit of many products; what has changed since is left as it is. */
export function bulkEditUndoing(backend: Backend) {
  return restoringOptions(backend, {
    meta: { invalidates, done: 'Bulk edit undone', failed: 'Error undoing bulk edit' },
    key: ['products', 'restore'],
    leftOutMessage,
  })
}

/** Undoes an import of products by its id; what has changed since is left as it is. */
export function importUndoing(backend: Backend) {
  return restoringOptions(backend, {
    meta: { invalidates: everyList, done: 'Import undone', failed: 'Error undoing import' },
    key: ['products', 'restore'],
    leftOutMessage,
  })
}
