import { budgetBands } from './budget.ts'

/** The filters by facts, beside the others. */
export const factFilterNames = ['moq', 'lead', 'branding', 'colour'] as const

/** The filters of the catalogue (product.md, section 2, Catalogue). */
export const filterNames = [
  'industry',
  'category',
  'subcategory',
  'budget',
  'theme',
  'doctorType',
  ...factFilterNames,
] as const

/** The name of a filter; `writeFilters` has the names in the URL. */
export type FilterName = (typeof filterNames)[number]

type FactFilterName = (typeof factFilterNames)[number]

/** The orders of the catalogue; the first one is the default. */
export const catalogueSorts = ['newest', 'name', 'budget-asc', 'budget-desc'] as const

/** An order of the catalogue. */
export type CatalogueSort = (typeof catalogueSorts)[number]

/**
 * The selected values of each filter by displayed name (a product needs one), the order unless it is the default,
 * and the search, as in the URL. Empty filters are left out.
 */
export interface CatalogueFilters extends Partial<Record<FilterName, readonly string[]>> {
  /** `newest` only with a search, which defaults to relevance. */
  readonly sort?: CatalogueSort
  /** The words that are searched for. */
  readonly q?: string
}

/** The most characters of a search. */
export const maxSearchLength = 200

/** The values that the filters offer, in the backend's order. Each is a name, which is unique in its list. */
export interface FilterOptions {
  readonly industries: readonly string[]
  /** Those whose products have doctor types (product.md, section 9). */
  readonly doctorTypeIndustries: readonly string[]
  readonly categories: readonly string[]
  /** Those of each category; undefined in a page that a server rendered without a category (`useFilterOptions`). */
  readonly subcategories?: Readonly<Record<string, readonly string[]>> | undefined
  readonly themes: readonly string[]
  readonly doctorTypes: readonly string[]
  /** The values of the filters by facts; a filter that no product would answer to has none. */
  readonly facts: Readonly<Record<FactFilterName, readonly string[]>>
}

/** The name of a filter in the URL. */
function parameterOf(name: FilterName): string {
  return name === 'doctorType' ? 'doctor-type' : name
}

/** The filters with a number: a product's maximum, in these units. */
const units: Partial<Record<FilterName, string>> = { moq: 'pieces', lead: 'working days' }

/** Whether at most one value of a filter is chosen. */
export function isSingleChoice(name: FilterName): boolean {
  return name in units
}

/** The value of a filter in words: "Up to 100 pieces". */
export function filterLabel(name: FilterName, value: string): string {
  return name in units ? `Up to ${value} ${units[name]}` : value
}

/** The parameter of the first product in view, counted from 1. It belongs to the results and is no filter. */
export const placeParameter = 'from'

/** Reads the filters from the URL; ignores empty values, and texts where a number is chosen. */
export function readFilters(search: URLSearchParams): CatalogueFilters {
  const filters: CatalogueFilters = unfiltered({ sort: search.get('sort'), q: search.get('q') })
  for (const name of filterNames) put(filters, name, search.getAll(parameterOf(name)))
  return filters
}

interface Arrangement {
  readonly sort?: string | null | undefined
  readonly q?: string | null | undefined
}

/** The search and the order without filters. An unknown order and an empty search are left out. */
export function unfiltered({ sort, q }: Arrangement): CatalogueFilters {
  const words = q?.trim().slice(0, maxSearchLength)
  const order = catalogueSorts.find((name) => name === sort && (Boolean(words) || name !== 'newest'))
  return { ...(order && { sort: order }), ...(words && { q: words }) }
}

/** Writes the filters to the URL and preserves other parameters, but not the place in the results before. */
export function writeFilters(search: URLSearchParams, filters: CatalogueFilters): URLSearchParams {
  const written = new URLSearchParams(search)
  written.delete(placeParameter)
  const values: [string, readonly string[]][] = [
    ...filterNames.map((name) => [parameterOf(name), filters[name] ?? []] as [string, readonly string[]]),
    ['sort', filters.sort ? [filters.sort] : []],
    ['q', filters.q ? [filters.q] : []],
  ]
  for (const [parameter, wanted] of values) {
    // Unchanged parameters keep their position.
    if (JSON.stringify(wanted) === JSON.stringify(search.getAll(parameter))) continue
    written.delete(parameter)
    for (const value of wanted) written.append(parameter, value)
  }
  return written
}

/** The subcategories of the chosen categories, each name once. */
export function subcategoryChoices(
  { category = [] }: CatalogueFilters,
  { categories, subcategories = {} }: FilterOptions,
): readonly string[] {
  const found = categories
    .filter((name) => category.includes(name))
    .flatMap((name) => subcategories[name] ?? [])
  return [...new Set(found)]
}

/** Whether doctor types can be chosen beside the industries. */
export function offersDoctorTypes(
  { industry = [] }: CatalogueFilters,
  { doctorTypeIndustries }: FilterOptions,
): boolean {
  return industry.some((name) => doctorTypeIndustries.includes(name))
}

/**
 * Drops invalid values: unknown ones, subcategories of another category, and doctor types of another industry. A
 * filter in a hidden section does not apply; subcategories stay until those of the categories are loaded. A filter
 * by a number accepts every number, not only the offered ones.
 */
export function cleanFilters(filters: CatalogueFilters, options: FilterOptions): CatalogueFilters {
  const known: Record<FilterName, readonly string[]> = {
    industry: options.industries,
    category: options.categories,
    subcategory:
      options.subcategories || !filters.category
        ? subcategoryChoices(filters, options)
        : (filters.subcategory ?? []),
    budget: budgetBands,
    theme: options.themes,
    doctorType: offersDoctorTypes(filters, options) ? options.doctorTypes : [],
    ...options.facts,
  }
  const clean: CatalogueFilters = unfiltered(filters)
  for (const name of filterNames) {
    put(
      clean,
      name,
      (filters[name] ?? []).filter(
        (value) => known[name].includes(value) || (isSingleChoice(name) && known[name].length > 0),
      ),
    )
  }
  return clean
}

/** Selects a single value of a filter, or none. `cleanFilters` drops dependent values. */
export function chooseFilter(
  filters: CatalogueFilters,
  name: FilterName,
  value: string | undefined,
): CatalogueFilters {
  const chosen: CatalogueFilters = { ...filters }
  put(chosen, name, value === undefined ? [] : [value])
  if (name === 'category') delete chosen.subcategory
  return chosen
}

/** Adds a value to those of a filter, or removes it; of a filter with a single choice it replaces the one before. */
export function toggleFilter(filters: CatalogueFilters, name: FilterName, value: string): CatalogueFilters {
  const before = filters[name] ?? []
  const chosen: CatalogueFilters = { ...filters }
  const others = before.filter((other) => other !== value && !isSingleChoice(name))
  put(chosen, name, before.includes(value) ? others : [...others, value])
  return chosen
}

/** Whether two sets of filters give the same address. */
export function sameFilters(one: CatalogueFilters, other: CatalogueFilters): boolean {
  const [first, second] = [one, other].map((filters) =>
    writeFilters(new URLSearchParams(), filters).toString(),
  )
  return first === second
}

function put(filters: CatalogueFilters, name: FilterName, values: readonly string[]): void {
  const isNumber = isSingleChoice(name)
  const selected = [...new Set(values)]
    .filter((value) => (isNumber ? /^[1-9]\d{0,5}$/ : /./s).test(value))
    .slice(0, isNumber ? 1 : undefined)
  if (selected.length === 0) delete filters[name]
  else filters[name] = selected
}
