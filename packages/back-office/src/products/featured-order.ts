import { mutationOptions, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'

/** The home page shows six; more than this are not ordered. */
const maxOrdered = 100

/** The sample products that are featured, in the order of the home page. */
export function featuredOrderQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['products', 'order'],
    // Read at each opening: products change.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest
          .from('products')
          .select('id, name, image_url, image_widths, image_colour')
          .eq('is_featured', true)
          .eq('is_sample', true)
          .order('featured_order', { nullsFirst: true })
          .order('created_at', { ascending: false })
          .order('id')
          .limit(maxOrdered)
          .abortSignal(signal),
      ),
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
      await send(backend, (rest) => rest.rpc('order_featured_products', { ids: [...ids] }))
    },
  })
}
