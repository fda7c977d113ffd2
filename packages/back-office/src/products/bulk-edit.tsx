import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { z } from 'zod'
import { checkLeadTime, factFields, factLabels, textFacts } from '@giftwell/shared/products/product-facts.ts'
import { reportBadInput } from '../record/fields.tsx'
import { type QueryKey, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Json } from '@giftwell/shared/kernel/database.types.ts'
import type { ChosenRecords, ChosenWork } from '@giftwell/shared/kernel/deleted-records.ts'
import { doInParts, partSize } from '@giftwell/shared/kernel/in-parts.ts'
import { restoringOptions } from '@giftwell/shared/kernel/entity-mutations.ts'
import { noneOfKind } from './admin-products.ts'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'

/** The facts that a bulk edit sets, by their columns. */
const names = [
  'min_quantity',
  'lead_days_from',
  'lead_days_to',
  ...new Set(['material', 'origin', ...textFacts] as const),
  'supplier',
  'hsn',
  'gst_rate',
  'gst_rate_from',
] as const
type BulkFact = (typeof names)[number]
/** The input for the facts to set; an empty one is removed from the products. */
export type BulkFacts = Readonly<Partial<Record<BulkFact, string>>>

/** Facts that are set together. */
const pairs: readonly Choice[] = [
  { label: 'Lead time', names: ['lead_days_from', 'lead_days_to'] },
  { label: 'GST rate', names: ['gst_rate', 'gst_rate_from'] },
]
interface Choice {
  readonly label: string
  readonly names: readonly [BulkFact, ...BulkFact[]]
}
const choices: readonly Choice[] = names.flatMap((name): Choice[] => {
  const pair = pairs.find((choice) => choice.names.includes(name))
  if (pair === undefined) return [{ label: factLabels[name], names: [name] }]
  return pair.names[0] === name ? [pair] : []
})

/** The rules of facts, whose output is saved: null removes one (product.md, section 5, Products). */
export const factRules = z
  .object(
    Object.fromEntries(names.map((name) => [name, factFields[name]])) as Pick<typeof factFields, BulkFact>, // by these names
  )
  .partial()
  .check(checkLeadTime)

/** The title of an edit of facts: "Material: Steel", "Care: None". */
export function factTexts(facts: BulkFacts): readonly string[] {
  return names
    .filter((name) => facts[name] !== undefined)
    .map((name) => `${factLabels[name]}: ${(facts[name] ?? '').trim() || 'None'}`)
}

interface FactChangesProps {
  readonly facts: BulkFacts
  readonly onChange: (facts: BulkFacts) => void
}

/** Selects facts and their new values. */
export function FactChanges({ facts, onChange }: FactChangesProps) {
  const issues = factRules.safeParse(facts).error?.issues ?? []
  const problems = new Map<unknown, string>(issues.map(({ path, message }) => [path[0], message]))
  const isChosen = (choice: Choice) => facts[choice.names[0]] !== undefined
  function set(chosen: readonly BulkFact[], typed?: string) {
    const all = { ...facts, ...Object.fromEntries(chosen.map((name) => [name, typed])) }
    onChange(Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined)))
  }
  return (
    <>
      <NativeSelect
        label="Set a fact"
        value=""
        data={[
          { value: '', label: 'Choose' },
          ...choices.filter((choice) => !isChosen(choice)).map(({ label }) => label),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const choice = choices.find(({ label }) => label === value)
          if (choice !== undefined) set(choice.names, '')
        }}
      />
      {choices.filter(isChosen).map((choice) => (
        <Group
          key={choice.label}
          gap={8}
          align="flex-start"
          wrap="nowrap"
          role="group"
          aria-label={choice.label}
        >
          {choice.names.map((name) => (
            <TextInput
              key={name}
              flex={1}
              size="sm"
              label={factLabels[name]}
              placeholder="None"
              autoComplete="off"
              defaultValue=""
              error={problems.get(name)}
              {...(name === 'gst_rate_from'
                ? { type: 'date', ...reportBadInput((typed) => set([name], typed)) }
                : { onChange: ({ currentTarget: { value } }) => set([name], value) })}
            />
          ))}
          <CloseButton
            mt={26}
            aria-label={`Leave ${choice.label} as it is`}
            onClick={() => set(choice.names)}
          />
        </Group>
      ))}
    </>
  )
}

/** A kind of tag that a bulk edit adds and removes. */
export type TagKind = 'industry' | 'theme' | 'doctor_type' | 'branding'
/** A field that a bulk edit chooses a value for. */
export type BulkField = 'category' | 'subcategory' | 'budget' | 'sample' | 'featured' | 'brand_reminder'

/** A bulk edit; tags, categories and subcategories by id, null for none, facts by column. */
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

/** Where a part begins: a number of ids, or the last product of the part before. */
type Position = number | string

/** Edits one part of the selection, and returns the start of the next; null after the last. */
async function callBulkEdit(
  backend: Backend,
  { chosen, changes }: { readonly chosen: ChosenRecords; readonly changes: BulkChanges },
  options: { readonly is_preview: true } | { readonly label: string; readonly whole?: string },
  { from, most }: { readonly from: Position; readonly most?: number | undefined },
  signal?: AbortSignal,
): Promise<BulkOutcome & { readonly next: Position | null }> {
  const size = most ?? Number.POSITIVE_INFINITY
  const start = Number(from)
  const data = await send(backend, (rest) => {
    const call = rest.rpc('bulk_edit_products', {
      changes: changes as unknown as Json, // but that its lists are readonly
      ...('ids' in chosen ? { ids: chosen.ids.slice(start, start + size) } : chosen),
      ...(typeof from === 'string' && { beyond: from }),
      ...(most !== undefined && { most }),
      ...options,
    })
    return signal ? call.abortSignal(signal) : call
  })
  const { matched, changed, undo, last } = recordOf(data)
  if (typeof changed !== 'number')
    throw new AppError('unexpected', 'The server did not report the changes. Check before you try again.')
  const nextOfIds = 'ids' in chosen && start + size < chosen.ids.length ? start + size : null
  return {
    matched: Number(matched),
    changed,
    undo: typeof undo === 'string' ? undo : null,
    next: 'ids' in chosen ? nextOfIds : typeof last === 'string' ? last : null,
  }
}

/** How many products a preview counts at once: it writes nothing. */
const previewSize = 500

/** How many of the chosen products an edit would change. */
export function bulkEditPreviewQuery(
  backend: Backend,
  { chosen, count, changes }: ChosenWork & Pick<BulkEdit, 'changes'>,
) {
  return queryOptions({
    // Counted at each opening: products change.
    staleTime: 0,
    gcTime: 0,
    queryKey: ['bulk edit', chosen, changes] as QueryKey,
    async queryFn({ signal }) {
      const most = count > previewSize ? previewSize : undefined
      const total = { matched: 0, changed: 0 }
      for (let from: Position | null = 0; from !== null;) {
        const part = await callBulkEdit(
          backend,
          { chosen, changes },
          { is_preview: true },
          { from, most },
          signal,
        )
        total.matched += part.matched
        total.changed += part.changed
        from = part.next
      }
      return total
    },
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

/** The tables that an import may change: products, and new categories and tags. */
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

interface BulkEdit extends ChosenWork {
  readonly changes: BulkChanges
  /** The edit's title in lists. */
  readonly label: string
}

/** Edits many products, in parts if they are more than one, and offers to undo it. */
export function bulkEditing(backend: Backend) {
  return mutationOptions({
    mutationKey: ['products', 'update'],
    meta: { invalidates, done: 'Products updated successfully', failed: 'Error updating products' },
    async mutationFn({ label, count, ...edit }: BulkEdit) {
      const isOne = count <= partSize
      const options = { label, ...(!isOne && { whole: crypto.randomUUID() }) }
      let from: Position = 0
      let matched = 0
      let changed = 0
      let undo: string | null = null
      await doInParts('Updating products', async () => {
        const part = await callBulkEdit(backend, edit, options, { from, most: isOne ? undefined : partSize })
        from = part.next ?? 0
        matched += part.matched
        changed += part.changed
        undo ??= part.undo
        return { done: part.matched, left: part.next === null ? 0 : Math.max(count - matched, 1) }
      })
      return new MutationOutcome(
        `${counted(changed, 'product')}: ${label}`,
        undo === null ? undefined : { mutation: bulkEditUndoing(backend), variables: undo },
      )
    },
  })
}

function leftOutMessage(count: number): string {
  return `${counted(count, 'product was', 'products were')} left out, because changed or deleted in the meantime`
}

/** Undoes an edit of many products, except fields changed since then. */
export function bulkEditUndoing(backend: Backend) {
  return restoringOptions(backend, {
    meta: { invalidates, done: 'Bulk edit undone', failed: 'Error undoing bulk edit' },
    key: ['products', 'restore'],
    title: 'Undoing the bulk edit',
    leftOutMessage,
  })
}

/** Undoes an import of products by its id, except products changed since then. */
export function importUndoing(backend: Backend) {
  return restoringOptions(backend, {
    meta: { invalidates: everyList, done: 'Import undone', failed: 'Error undoing import' },
    key: ['products', 'restore'],
    title: 'Undoing the import',
    leftOutMessage,
  })
}
