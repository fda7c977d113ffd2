import { queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

const maxFeatured = 6

/** The stat blocks in their order (product.md, section 7, Home page). */
export function statsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['stats_blocks'],
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest.from('stats_blocks').select('*').order('order_index').abortSignal(signal),
      ),
  })
}

/** The client logos (product.md, section 7, Home page). */
export function clientLogosQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['client_logos'],
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest.from('client_logos').select('*').order('created_at').abortSignal(signal),
      ),
  })
}

/**
 * The home page's featured products, at most six (product.md, section 7, Home page), in the order that administrators
 * have made: those without a position in it first, the newest at the top.
 */
export function featuredProductsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['products', 'featured'],
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest
          .from('products')
          .select(
            'id, name, image_url, image_widths, image_colour, categories(name), product_industry_tags(industry_tags(name))',
          )
          .eq('is_featured', true)
          .eq('is_sample', true)
          .order('featured_order', { nullsFirst: true })
          .order('created_at', { ascending: false })
          .order('id')
          .limit(maxFeatured)
          .abortSignal(signal),
      ),
  })
}
