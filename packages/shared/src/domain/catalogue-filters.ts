import { isBudgetBand } from './budget.ts'
import { hasDoctorTypes } from './industry.ts'

/** The filter sections of the catalogue; each is a single choice (specification, section 2, Catalogue). */
export const filterNames = ['industry', 'category', 'subcategory', 'budget', 'theme', 'doctorType'] as const

/** The name of one filter section. */
export type FilterName = (typeof filterNames)[number]

/** What a visitor has chosen: the displayed name of each choice, as in the page's address. */
export type CatalogueFilters = Partial<Record<FilterName, string>>

/** Names that can be chosen, as far as they are known. */
export interface FilterOptions {
  readonly industries: readonly NamedOption[]
  readonly categories: readonly CategoryOption[]
  readonly themes: readonly NamedOption[]
  readonly doctorTypes: readonly NamedOption[]
}

/** A tag or category that can be chosen: by its name, which no other of its kind bears. */
export interface NamedOption {
  readonly name: string
}

/** A category with the subcategories linked to it. */
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

/** Reads the filters out of a page address; empty values count as not chosen. */
export function readFilters(search: URLSearchParams): CatalogueFilters {
  const filters: CatalogueFilters = {}
  for (const name of filterNames) {
    const value = search.get(parameterOf[name])
    if (value) filters[name] = value
  }
  return filters
}

/** Writes the filters into a page address, leaving parameters that are not filters as they were. */
export function writeFilters(search: URLSearchParams, filters: CatalogueFilters): URLSearchParams {
  const written = new URLSearchParams(search)
  for (const name of filterNames) {
    const value = filters[name]
    if (value === undefined) written.delete(parameterOf[name])
    else written.set(parameterOf[name], value)
  }
  return written
}

/** The subcategories that can be chosen beside the filters; none without a category that has some. */
export function subcategoryChoices(
  filters: CatalogueFilters,
  options: FilterOptions,
): readonly NamedOption[] {
  return options.categories.find((category) => category.name === filters.category)?.subcategories ?? []
}

/**
 * Keeps the choices that mean something: known values only, a subcategory of the chosen category, a doctor type only
 * beside the industry that has them. A filter whose section is not shown does not filter.
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

/** The filters after one choice, or its clearing, and all that depends on it. */
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

/** Whether two sets of filters give the same view. */
export function sameFilters(one: CatalogueFilters, other: CatalogueFilters): boolean {
  return filterNames.every((name) => one[name] === other[name])
}

function among(options: readonly NamedOption[]): (value: string) => boolean {
  return (value) => options.some((option) => option.name === value)
}
