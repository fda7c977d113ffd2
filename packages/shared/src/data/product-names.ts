import { queryOptions } from '@tanstack/react-query'

import { toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'
import { rowsIn } from './readable.ts'

/** The fewest characters that are looked for: one would match nearly everything. */
export const shortestProductSearch = 2

const mostFound = 8

/** The first products, by name, whose name contains the text; every character of it stands for itself. */
export function productNamesQuery(backend: Backend, text: string) {
  return queryOptions({
    queryKey: ['products', 'palette', text],
    enabled: text.length >= shortestProductSearch,
    queryFn: async ({ signal }) => {
      const { data, error } = await backend.rest
        .rpc('find_products', { words: text, sorted: 'name', ascending: true, size: mostFound })
        .select('id, name')
        .order('name')
        .order('id')
        .limit(mostFound)
        .abortSignal(signal)
      if (error) throw toAppError(error)
      return rowsIn(data)
    },
  })
}
