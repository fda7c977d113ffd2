import { useDebouncedValue } from '@mantine/hooks'
import { type Icon, IconGift } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { useBackend } from '../../data/backend-context.ts'
import { productNamesQuery, shortestProductSearch } from '../../data/product-names.ts'
import { backOfficeScreens } from '../back-office-screens.ts'

/** Something that the palette leads to. */
export interface PaletteChoice {
  readonly id: string
  readonly group: 'Screens' | 'Products'
  readonly label: string
  readonly icon: Icon
  readonly to: string
}

/** Milliseconds without a key after which products are searched. */
const pause = 200

/** What the palette offers for a text, and what it says about the search. */
export function usePaletteChoices(text: string): { choices: readonly PaletteChoice[]; says: string } {
  const [searched] = useDebouncedValue(text, pause)
  const isSearchable = text.length >= shortestProductSearch
  const products = useQuery({
    ...productNamesQuery(useBackend(), searched),
    placeholderData: keepPreviousData,
  })
  const screens = backOfficeScreens
    .filter((screen) => contains(screen.text, text))
    .map(({ path, text: label, icon }) => ({ id: path, group: 'Screens' as const, label, icon, to: path }))
  const isSettled = searched === text && !products.isPlaceholderData
  // Until the answer is there, what the last one had in common with it.
  const found = isSearchable ? (products.data ?? []) : []
  const shown = isSettled ? found : found.filter(({ name }) => contains(name, text))
  const choices = [...screens, ...shown.map(productChoice)]

  if (!isSearchable) return { choices, says: choices.length === 0 ? nothing(text) : '' }
  if (!isSettled || products.isFetching) return { choices, says: 'Searching products…' }
  if (products.isError) return { choices, says: `Products could not be searched: ${products.error.message}` }
  return { choices, says: choices.length === 0 ? nothing(text) : '' }
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
