import { queryOptions } from '@tanstack/react-query'

import type { FilterOptions, NamedOption } from './catalogue-filters.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Backend } from '../kernel/backend.ts'
import { send } from '../kernel/rest-request.ts'

/** Ids say nothing to a visitor, and a page that brings the options along would be a fifth larger by them. */
const nameOnly = ({ name }: NamedOption): NamedOption => ({ name })

interface ServedFilterOptions extends Omit<FilterOptions, 'doctorTypes'> {
  readonly doctor_types: FilterOptions['doctorTypes']
}

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
        industries: options.industries.map(nameOnly),
        categories: options.categories.map(({ name, subcategories }) => ({
          name,
          subcategories: subcategories.map(nameOnly),
        })),
        themes: options.themes.map(nameOnly),
        doctorTypes: options.doctor_types.map(nameOnly),
        facts: options.facts,
      }
    },
  })
}

/** The functions answer with JSON whose shape the database's tests hold; an answer of something else is refused here. */
export function checkShape<Shape>(data: unknown, list: keyof Shape & string): Shape {
  if (!Array.isArray(Object(data)[list]))
    throw new AppError('unexpected', 'The server gave an unreadable answer')
  return data as Shape
}
