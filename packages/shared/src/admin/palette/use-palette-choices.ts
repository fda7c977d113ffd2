import { useDebouncedValue } from '@mantine/hooks'
import { type Icon, IconGift, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { minSearchCharacters, productNamesQuery } from '../../data/admin-products.ts'
import { useBackend } from '../../data/backend-context.ts'
import { type BackOfficeScreen, backOfficeScreens } from '../back-office-screens.ts'

/** The groups of the palette, in order. */
export const paletteGroups = ['Screens', 'Actions', 'Products'] as const

/** An option of the palette. */
export interface PaletteChoice {
  readonly id: string
  readonly group: (typeof paletteGroups)[number]
  readonly label: string
  readonly icon: Icon
  readonly to: string
}

const actions: readonly PaletteChoice[] = [
  { id: 'add-product', group: 'Actions', label: 'Add Product', icon: IconPlus, to: '/admin/products?add=1' },
]

/** Debounce of the product search in milliseconds. */
const debounceMs = 200

/** The options for a text, and the status of the search. */
export function usePaletteChoices(text: string): { choices: readonly PaletteChoice[]; status: string } {
  const [searched] = useDebouncedValue(text, debounceMs)
  const isSearchable = text.length >= minSearchCharacters
  const products = useQuery({
    ...productNamesQuery(useBackend(), searched),
    placeholderData: keepPreviousData,
  })
  const isSettled = searched === text && !products.isPlaceholderData
  // While loading, filter the former results.
  const found = isSearchable ? (products.data ?? []) : []
  const shown = isSettled ? found : found.filter(({ name }) => contains(name, text))
  const known = [...backOfficeScreens.map(screenChoice), ...actions]
  const choices = [...known.filter(({ label }) => contains(label, text)), ...shown.map(productChoice)]

  if (!isSearchable) return { choices, status: choices.length === 0 ? nothing(text) : '' }
  if (!isSettled || products.isFetching) return { choices, status: 'Searching products…' }
  if (products.isError)
    return { choices, status: `Products could not be searched: ${products.error.message}` }
  return { choices, status: choices.length === 0 ? nothing(text) : '' }
}

function screenChoice({ path, text: label, icon }: BackOfficeScreen): PaletteChoice {
  return { id: path, group: 'Screens', label, icon, to: path }
}

function productChoice({ id, name }: { readonly id: string; readonly name: string }): PaletteChoice {
  return { id, group: 'Products', label: name, icon: IconGift, to: `/admin/products?product=${id}` }
}

function nothing(text: string): string {
  return `Nothing found for “${text}”`
}

function contains(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase())
}
