import { useDebouncedValue } from '@mantine/hooks'
import { type Icon, IconDownload, IconGift, IconInbox, IconLogout, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { minSearchCharacters, type Named, productNamesQuery } from '../../data/admin-products.ts'
import { useBackend } from '../../data/backend-context.ts'
import { type Lead, leadNamesQuery } from '../../data/lead-list.ts'
import { askedToExport } from '../leads/asked-to-export.ts'
import { type BackOfficeScreen, backOfficeScreens } from '../back-office-screens.ts'

/** The groups of the palette, in order. */
export const paletteGroups = ['Screens', 'Actions', 'Products', 'Leads'] as const

/** An option of the palette. */
export interface PaletteChoice {
  readonly id: string
  readonly group: (typeof paletteGroups)[number]
  readonly label: string
  readonly icon: Icon
  /** The address that it opens; undefined for signing out. */
  readonly to?: string
  /** The state of the new history entry. */
  readonly state?: object
}

const known: readonly PaletteChoice[] = [
  ...backOfficeScreens.map(screenChoice),
  ...backOfficeScreens.flatMap(({ path, adds }) =>
    adds === undefined ? [] : [action(`Add ${adds}`, IconPlus, `${path}?add=1`)],
  ),
  { ...action('Export leads', IconDownload, '/admin/leads'), state: askedToExport },
  action('Sign Out', IconLogout),
]

/** Debounce of the search in milliseconds. */
const debounceMs = 200

/** The options for a text, the best matches of each group first, and the status of the search. */
export function usePaletteChoices(text: string): { choices: readonly PaletteChoice[]; status: string } {
  const backend = useBackend()
  const [searched] = useDebouncedValue(text, debounceMs)
  const isSearchable = text.length >= minSearchCharacters
  const options = { placeholderData: keepPreviousData }
  const products = useQuery({ ...productNamesQuery(backend, searched), ...options })
  const leads = useQuery({
    ...leadNamesQuery(backend, searched),
    ...options,
    enabled: searched.length >= minSearchCharacters,
  })
  const isSettled = searched === text && !products.isPlaceholderData && !leads.isPlaceholderData
  const found = isSearchable
    ? [...(products.data ?? []).map(productChoice), ...(leads.data ?? []).map(leadChoice)]
    : []
  // While loading, filter the former results.
  const shown = isSettled ? found : found.filter(({ label }) => rankOf(label, text) < noMatch)
  const choices = [...known.filter(({ label }) => rankOf(label, text) < noMatch), ...shown].toSorted(
    (one, other) =>
      paletteGroups.indexOf(one.group) - paletteGroups.indexOf(other.group) ||
      rankOf(one.label, text) - rankOf(other.label, text),
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

function action(label: string, icon: Icon, to?: string): PaletteChoice {
  return { id: label, group: 'Actions', label, icon, ...(to !== undefined && { to }) }
}

function productChoice({ id, name }: Named): PaletteChoice {
  return { id, group: 'Products', label: name, icon: IconGift, to: `/admin/products?product=${id}` }
}

function leadChoice({ id, name, company, phone }: Lead): PaletteChoice {
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
