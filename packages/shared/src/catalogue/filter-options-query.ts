import { recordOf } from '../kernel/record-of.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { FilterOptions } from './catalogue-filters.ts'
import { AppError } from '../kernel/app-error.ts'
import { useBackend } from '../kernel/backend-context.ts'
import type { Backend } from '../kernel/backend.ts'
import { send } from '../kernel/rest-request.ts'

interface Named {
  readonly name: string
}

interface ServedFilterOptions extends Pick<FilterOptions, 'facts'> {
  readonly industries: readonly (Named & { readonly has_doctor_types?: boolean })[]
  readonly categories: readonly (Named & { readonly subcategories: readonly Named[] })[]
  readonly themes: readonly Named[]
  readonly doctor_types: readonly Named[]
}

/** Ids say nothing to a visitor, and a page that brings the options along would be a fifth larger by them. */
const namesOf = (options: readonly Named[]) => options.map(({ name }) => name)

/**
 * Everything that can be chosen in the filters, in one request (product.md, section 7, Catalogue). Cached while the
 * site is open, until the back office invalidates it.
 */
export function filterOptionsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['filter-options'],
    staleTime: Infinity,
    gcTime: Infinity,
    queryFn: async ({ signal }): Promise<FilterOptions> => {
      const data = await send(backend, (rest) =>
        rest.rpc('catalogue_filters', {}, { get: true }).abortSignal(signal),
      )
      const options = checkShape<ServedFilterOptions>(data, 'industries')
      return {
        industries: namesOf(options.industries),
        doctorTypeIndustries: namesOf(options.industries.filter((industry) => industry.has_doctor_types)),
        categories: namesOf(options.categories),
        subcategories: Object.fromEntries(
          options.categories.map(({ name, subcategories }) => [name, namesOf(subcategories)]),
        ),
        themes: namesOf(options.themes),
        doctorTypes: namesOf(options.doctor_types),
        facts: options.facts,
      }
    },
  })
}

/**
 * The options of the filters. Subcategories are a tenth of the data of a page that a server rendered, so a page without a
 * category has none, and all options are fetched when they are needed.
 */
export function useFilterOptions({ needsSubcategories = false, enabled = true } = {}) {
  const options = useQuery({ ...filterOptionsQuery(useBackend()), enabled })
  const { data, refetch } = options
  const lacksThem = needsSubcategories && data !== undefined && data.subcategories === undefined
  useEffect(() => {
    if (lacksThem) void refetch()
  }, [lacksThem, refetch])
  return options
}

/** The database's tests check the shape of the functions' JSON; other responses are rejected here. */
export function checkShape<Shape>(data: unknown, list: keyof Shape & string): Shape {
  if (!Array.isArray(recordOf(data)[list]))
    throw new AppError('unexpected', 'The server’s response could not be read')
  return data as Shape
}
