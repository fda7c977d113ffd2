import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import {
  type Icon,
  IconDownload,
  IconGift,
  IconInbox,
  IconKeyboard,
  IconLogout,
  IconPlus,
  IconStar,
} from '@tabler/icons-react'
import { keepPreviousData, useQueries, useQuery, queryOptions } from '@tanstack/react-query'
import { minSearchCharacters, productNamesQuery } from '../products/admin-products.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { entities } from '@giftwell/shared/entities.ts'
import { namesQuery } from '@giftwell/shared/kernel/entity.ts'
import { type Lead, leadNamesQuery } from '../leads/lead-list.ts'
import { exportOnArrival } from '../leads/lead-search.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type BackOfficeScreen, backOfficeScreens, mayOpen } from './back-office-screens.tsx'
import { z } from 'zod'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

/** The screens of records with completely loaded names, by table; each is a group of the palette. */
const recordScreens = backOfficeScreens.flatMap((screen) =>
  entities.filter(({ table }) => table === screen.table).map((entity) => ({ ...screen, entity })),
)

/** The groups of the palette, in order where they match equally well. */
const paletteGroups: readonly string[] = [
  'Recent',
  'Screens',
  'Actions',
  'Products',
  'Leads',
  ...recordScreens.map(({ text }) => text),
]

/** An option of the palette. */
export interface PaletteChoice {
  readonly id: string
  /** Its heading: "Screens", "Categories". */
  readonly group: string
  readonly label: string
  readonly icon: Icon
  /** The address that it opens, or what else it does. */
  readonly to: string | { readonly does: 'sign out' | 'show keys' }
  /** The state of the new history entry. */
  readonly state?: object
}

const known = (isAdmin: boolean): readonly PaletteChoice[] => [
  ...backOfficeScreens.filter(mayOpen(isAdmin)).map(screenChoice),
  ...backOfficeScreens.flatMap(({ path, adds }) =>
    adds === undefined || !isAdmin ? [] : [action(`Add ${adds}`, IconPlus, `${path}?add=1`)],
  ),
  ...(isAdmin ? [action('Order featured products', IconStar, '/admin/products?featured=yes')] : []),
  { ...action('Export leads', IconDownload, '/admin/leads'), state: exportOnArrival },
  action('Keyboard shortcuts', IconKeyboard, { does: 'show keys' }),
  action('Sign Out', IconLogout, { does: 'sign out' }),
]

/** Debounce of the search in milliseconds. */
const debounceMs = 200

/**
 * The options for a text, in groups, with the status of the search: the best matches first, among equals recent
 * ones. Without a text recent ones come first.
 */
export function usePaletteChoices(
  text: string,
  recent: readonly RecentChoice[],
): { choices: readonly PaletteChoice[]; status: string } {
  const backend = useBackend()
  const { isAdmin } = useAuth()
  const [searched] = useDebouncedValue(text, debounceMs)
  const isSearchable = text.length >= minSearchCharacters
  const options = { placeholderData: keepPreviousData }
  const products = useQuery({ ...productNamesQuery(backend, searched), ...options })
  const leads = useQuery({
    ...leadNamesQuery(backend, searched),
    ...options,
    enabled: searched.length >= minSearchCharacters,
  })
  const idsOf = (wanted: string) => recent.filter(({ group }) => group === wanted).map(({ id }) => id)
  const recentProducts = useQuery(namesOfProductsQuery(backend, text === '' ? idsOf('Products') : []))
  const recentLeads = useQuery(namesOfLeadsQuery(backend, text === '' ? idsOf('Leads') : []))
  const records = useQueries({
    queries: recordScreens.map(({ text: group, entity }) => ({
      ...namesQuery(backend, entity),
      enabled: searched.length >= minSearchCharacters || (text === '' && idsOf(group).length > 0),
    })),
  })
  const isSettled = searched === text && !products.isPlaceholderData && !leads.isPlaceholderData
  const found = isSearchable
    ? [...(products.data ?? []).map(productChoice(isAdmin)), ...(leads.data ?? []).map(leadChoice)]
    : []
  // While loading, filter the former results.
  const shown = isSettled ? found : found.filter(({ label }) => rankOf(label, text) < noMatch)
  const recordChoices = recordScreens.flatMap((each, index) =>
    (records[index]?.data ?? []).map(recordChoice(isAdmin, each)),
  )
  const recency = ({ id }: PaletteChoice) => {
    const index = recent.findIndex((choice) => choice.id === id)
    return index < 0 ? recent.length : index
  }
  const rank = ({ label }: PaletteChoice) => rankOf(label, text)

  if (text === '') {
    const all = [
      ...known(isAdmin),
      ...recordChoices,
      ...(recentProducts.data ?? []).map(productChoice(isAdmin)),
      ...(recentLeads.data ?? []).map(leadChoice),
    ]
    const former = all.filter((choice) => recency(choice) < recent.length)
    return {
      choices: [
        ...former
          .toSorted((one, other) => recency(one) - recency(other))
          .map((choice) => ({ ...choice, group: 'Recent' as const })),
        ...known(isAdmin).filter(({ id }) => former.every((choice) => choice.id !== id)),
      ],
      status: '',
    }
  }

  const matching = [
    ...known(isAdmin).filter((choice) => rank(choice) < noMatch),
    ...shown,
    ...(isSearchable ? recordChoices.filter((choice) => rank(choice) < noMatch) : []),
  ]
  const best = (wanted: string) =>
    Math.min(...matching.filter(({ group }) => group === wanted).map((choice) => rank(choice)))
  const choices = matching.toSorted(
    (one, other) =>
      best(one.group) - best(other.group) ||
      paletteGroups.indexOf(one.group) - paletteGroups.indexOf(other.group) ||
      rank(one) - rank(other) ||
      recency(one) - recency(other),
  )

  const error = products.error ?? leads.error
  if (isSearchable && (!isSettled || products.isFetching || leads.isFetching))
    return { choices, status: 'Searching products and leads…' }
  if (isSearchable && error !== null)
    return {
      choices,
      status: `${products.error ? 'Products' : 'Leads'} could not be searched: ${error.message}`,
    }
  return { choices, status: choices.length === 0 ? `Nothing found for “${text}”` : '' }
}

function screenChoice({ path, text: label, icon }: BackOfficeScreen): PaletteChoice {
  return { id: path, group: 'Screens', label, icon, to: path }
}

function action(label: string, icon: Icon, to: PaletteChoice['to']): PaletteChoice {
  return { id: label, group: 'Actions', label, icon, to }
}

/** Administrators edit the record; sales find it in its list. */
function recordParams(isAdmin: boolean, param: string, id: string, name: string): string {
  return new URLSearchParams(isAdmin ? { [param]: id } : { search: name }).toString()
}

const productChoice =
  (isAdmin: boolean) =>
  ({ id, name }: Named): PaletteChoice => ({
    id,
    group: 'Products',
    label: name,
    icon: IconGift,
    to: `/admin/products?${recordParams(isAdmin, 'product', id, name)}`,
  })

const recordChoice =
  (isAdmin: boolean, { text: group, path, icon }: BackOfficeScreen) =>
  ({ id, name }: Named): PaletteChoice => ({
    id,
    group,
    label: name,
    icon,
    to: `${path}?${recordParams(isAdmin, 'record', id, name)}`,
  })

function leadChoice({
  id,
  name,
  company,
  phone,
}: Pick<Lead, 'id' | 'name' | 'company' | 'phone'>): PaletteChoice {
  return {
    id,
    group: 'Leads',
    label: `${name} · ${company} · ${phone}`,
    icon: IconInbox,
    to: `/admin/leads/${id}`,
  }
}

/** The rank of a label without one of the words. */
const noMatch = 3

/** How well a label matches: it begins with the text (0), each word begins one of its own (1), or is inside (2). */
function rankOf(label: string, text: string): number {
  const name = label.toLowerCase()
  const whole = text.toLowerCase()
  if (name.startsWith(whole)) return 0
  const words = whole.split(/\s+/)
  if (words.every((word) => ` ${name}`.includes(` ${word}`))) return 1
  return words.every((word) => name.includes(word)) ? 2 : noMatch
}

const form = z.array(z.object({ group: z.string(), id: z.string() })).catch([])

/** A choice in the palette: its group and id, without its name, since leads are personal. */
export type RecentChoice = z.infer<typeof form>[number]

/** As many are stored. */
const maxChoices = 8

/** The choices in this browser's palette, the latest first, and a function that adds one. */
export function useRecentChoices(): readonly [readonly RecentChoice[], (choice: RecentChoice) => void] {
  const [recent, setRecent] = useLocalStorage<readonly RecentChoice[]>({
    key: 'giftwell-recent',
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: (text) => form.parse(parseJson(text ?? null)),
  })
  return [
    recent,
    ({ group, id }) =>
      setRecent([{ group, id }, ...recent.filter((other) => other.id !== id)].slice(0, maxChoices)),
  ]
}

/** The names of these products, as far as they exist. */
function namesOfProductsQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['products', 'names', ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) =>
      readRows(backend, (rest) => rest.from('products').select('id, name').in('id', ids).abortSignal(signal)),
  })
}

/** Who sent these leads, as far as they exist. */
function namesOfLeadsQuery(backend: Backend, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['leads', 'names', ids],
    enabled: ids.length > 0,
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest.from('leads').select('id, name, company, phone').in('id', ids).abortSignal(signal),
      ),
  })
}
