import { isBudgetBand } from './budget.ts'
import { hasDoctorTypes } from './industry.ts'

/** The single-choice filters of the catalogue (specification, section 2, Catalogue). */
export const filterNames = ['industry', 'category', 'subcategory', 'budget', 'theme', 'doctorType'] as const

export type FilterName = (typeof filterNames)[number]

/** The chosen filters by displayed name, as in the URL. */
export type CatalogueFilters = Partial<Record<FilterName, string>>

export interface FilterOptions {
  readonly industries: readonly NamedOption[]
  readonly categories: readonly CategoryOption[]
  readonly themes: readonly NamedOption[]
  readonly doctorTypes: readonly NamedOption[]
}

/** A tag or category, identified by its unique name. */
export interface NamedOption {
  readonly name: string
}

/** A category with its subcategories. */
export interface CategoryOption extends NamedOption {
  readonly subcategories: readonly NamedOption[]
}

const parameterOf: Record<FilterName, string> = {
  industry: 'industry',
  category: 'category',
  subcategory: 'subcategory',
  budget: 'budget',
  theme: 'theme',
  doctorType: 'doctor-type',
}

/** Reads the filters from the URL; ignores empty values. */
export function readFilters(search: URLSearchParams): CatalogueFilters {
  const filters: CatalogueFilters = {}
  for (const name of filterNames) {
    const value = search.get(parameterOf[name])
    if (value) filters[name] = value
  }
  return filters
}

/** Writes the filters to the URL and preserves other parameters. */
export function writeFilters(search: URLSearchParams, filters: CatalogueFilters): URLSearchParams {
  const written = new URLSearchParams(search)
  for (const name of filterNames) {
    const value = filters[name]
    if (value === undefined) written.delete(parameterOf[name])
    else written.set(parameterOf[name], value)
  }
  return written
}

/** The subcategories of the chosen category. */
export function subcategoryChoices(
  filters: CatalogueFilters,
  options: FilterOptions,
): readonly NamedOption[] {
  return options.categories.find((category) => category.name === filters.category)?.subcategories ?? []
}

/**
 * Drops invalid filters: unknown values, subcategories of another category, and doctor types of another industry. A filter
 * whose section is hidden does not apply.
 */
export function cleanFilters(filters: CatalogueFilters, options: FilterOptions): CatalogueFilters {
  const isKnown: Record<FilterName, (value: string) => boolean> = {
    industry: among(options.industries),
    category: among(options.categories),
    subcategory: among(subcategoryChoices(filters, options)),
    budget: isBudgetBand,
    theme: among(options.themes),
    doctorType: (value) => hasDoctorTypes(filters.industry) && among(options.doctorTypes)(value),
  }
  const clean: CatalogueFilters = {}
  for (const name of filterNames) {
    const value = filters[name]
    if (value !== undefined && isKnown[name](value)) clean[name] = value
  }
  return clean
}

/** Sets or clears one filter and clears those that depend on it. */
export function chooseFilter(
  filters: CatalogueFilters,
  name: FilterName,
  value: string | undefined,
): CatalogueFilters {
  const chosen: CatalogueFilters = { ...filters }
  if (value === undefined) delete chosen[name]
  else chosen[name] = value
  if (name === 'category') delete chosen.subcategory
  if (name === 'industry' && !hasDoctorTypes(value)) delete chosen.doctorType
  return chosen
}

export function sameFilters(one: CatalogueFilters, other: CatalogueFilters): boolean {
  return filterNames.every((name) => one[name] === other[name])
}

function among(options: readonly NamedOption[]): (value: string) => boolean {
  return (value) => options.some((option) => option.name === value)
}
