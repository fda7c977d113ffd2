import { useQuery } from '@tanstack/react-query'

import { subcategoryChoicesQuery } from './admin-products.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { namesQuery } from '@giftwell/shared/kernel/entity.ts'
import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { subcategoriesOf } from './product-form.ts'

/** A budget band's id is its name. */
export const budgets: readonly Named[] = budgetBands.map((band) => ({ id: band, name: band }))

/** Records as the options of a select. */
export function selectOptions(records: readonly Named[]): { value: string; label: string }[] {
  return records.map(({ id, name }) => ({ value: id, label: name }))
}

/** The options of the product form, each sorted by name. */
export interface ProductChoices {
  readonly categories: readonly Named[]
  readonly subcategoriesOf: (categoryId: string | undefined) => readonly Named[]
  readonly subcategories: readonly Named[]
  readonly industries: readonly Named[]
  readonly doctorTypes: readonly Named[]
  readonly themes: readonly Named[]
  readonly brandingMethods: readonly Named[]
  /** The error of a list that failed to load. */
  readonly error: Error | null
  readonly retry: () => void
}

/** Fetches the options of products (product.md, section 7, Products); empty while loading. */
export function useProductChoices(): ProductChoices {
  const backend = useBackend()
  const categories = useQuery(namesQuery(backend, 'categories'))
  const subcategories = useQuery(subcategoryChoicesQuery(backend))
  const industries = useQuery(namesQuery(backend, 'industry_tags'))
  const doctorTypes = useQuery(namesQuery(backend, 'doctor_type_tags'))
  const themes = useQuery(namesQuery(backend, 'themes'))
  const brandingMethods = useQuery(namesQuery(backend, 'branding_methods'))
  const lists = [categories, subcategories, industries, doctorTypes, themes, brandingMethods]
  const failed = lists.filter((list) => list.isError)
  return {
    categories: categories.data ?? [],
    subcategories: subcategories.data ?? [],
    subcategoriesOf: (categoryId) => subcategoriesOf(subcategories.data ?? [], categoryId),
    industries: industries.data ?? [],
    doctorTypes: doctorTypes.data ?? [],
    themes: themes.data ?? [],
    brandingMethods: brandingMethods.data ?? [],
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map((list) => list.refetch())),
  }
}
