import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { rowsIn, toAppError } from './app-error.ts'
import type { Backend } from './backend.ts'

/** The home page shows six; more than this are not ordered. */
const maxOrdered = 100

/** The sample products that are featured, in the order of the home page. */
export function featuredOrderQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['products', 'order'],
    // Read anew each time: products change.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const rest = await backend.loadRest()
      const { data, error } = await rest
        .from('products')
        .select('id, name, image_url, image_widths, image_colour')
        .eq('is_featured', true)
        .eq('is_sample', true)
        .order('featured_order', { nullsFirst: true })
        .order('created_at', { ascending: false })
        .order('id')
        .limit(maxOrdered)
        .abortSignal(signal)
      if (error) throw toAppError(error)
      return rowsIn(data)
    },
  })
}

/** Orders the featured products by their ids; without ids the newest are first again. */
export function orderingFeatured(backend: Backend) {
  return mutationOptions({
    mutationKey: ['products', 'order'],
    meta: {
      invalidates: [['products']],
      done: 'Featured products ordered',
      failed: 'Error ordering featured products',
    },
    async mutationFn(ids: readonly string[]) {
      const rest = await backend.loadRest()
      const { error } = await rest.rpc('order_featured_products', { ids: [...ids] })
      if (error) throw toAppError(error)
    },
  })
}
