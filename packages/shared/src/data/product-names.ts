import { queryOptions } from '@tanstack/react-query'

import { toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'

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
        .from('products')
        .select('id, name')
        .ilike('name', `%${asPattern(text)}%`)
        .order('name')
        .order('id')
        .limit(mostFound)
        .abortSignal(signal)
      if (error) throw toAppError(error)
      return data
    },
  })
}

/** The API takes every `*` for a wildcard and knows no way to escape it; `_` is at least only one character. */
function asPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_')
}
