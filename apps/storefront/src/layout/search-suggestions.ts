import {
  type CatalogueFilters,
  chooseFilter,
  type FilterName,
  type FilterOptions,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { pharmaceutical } from '@giftwell/shared/catalogue/industry.ts'
import { spokenPrice } from '@giftwell/shared/catalogue/spoken-price.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'

import { readRecentlyViewed } from '../product/recently-viewed.ts'

/** What can be chosen in place of a search: a value of a filter, or a product. */
export interface Suggestion {
  readonly value: string
  /** What it is, in words: "Diwali, theme". */
  readonly kind: string
  /** The path of a product, or the filters with this value and what it depends on. */
  readonly target: string | ((filters: CatalogueFilters) => CatalogueFilters)
}

const maxSuggestions = 6

/** The products that this browser has shown, for an empty search. */
export function recentSuggestions(): readonly Suggestion[] {
  return readRecentlyViewed()
    .slice(0, maxSuggestions)
    .map((product) => ({ value: product.name, kind: 'recently viewed', target: productPath(product) }))
}

/** The values of filters in which every typed word begins a word. A price among the words stays beside the value. */
export function suggestionsFor(text: string, options: FilterOptions): readonly Suggestion[] {
  const price = spokenPrice(text)
  const typed = wordsOf(price?.rest ?? text)
  if (typed.length === 0) return []
  const matching = (name: string) => {
    const words = wordsOf(name)
    return typed.every((word) => words.some((other) => other.startsWith(word)))
  }
  const values = (all: readonly string[], name: FilterName, kind: string, needs: CatalogueFilters = {}) =>
    all.filter(matching).map((value) => ({
      value,
      kind,
      target: (filters: CatalogueFilters) =>
        chooseFilter({ ...filters, ...(price && { q: price.said }), ...needs }, name, value),
    }))
  return [
    ...values(options.themes, 'theme', 'theme'),
    ...values(options.categories, 'category', 'category'),
    ...options.categories.flatMap((name) =>
      values(options.subcategories[name] ?? [], 'subcategory', `subcategory of ${name}`, {
        category: [name],
      }),
    ),
    ...values(options.industries, 'industry', 'industry'),
    ...values(options.doctorTypes, 'doctorType', 'doctor type', { industry: [pharmaceutical] }),
    ...values(options.facts.branding, 'branding', 'branding'),
    ...values(options.facts.colour, 'colour', 'colour'),
  ].slice(0, maxSuggestions)
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
