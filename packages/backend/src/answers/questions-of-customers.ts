import type { Question } from './asked-question.ts'

/** What the website asks on behalf of customers that has the same answer for all of them. */
const sameForCustomers = new Set([
  'rpc/catalogue_page',
  'rpc/catalogue_filters',
  'stats_blocks',
  'client_logos',
])

/** The home page's products, in the website's words; other questions about products may lead on to other tables. */
const featured = new URLSearchParams({
  select:
    'id,name,image_url,image_widths,image_colour,categories(name),product_industry_tags(industry_tags(name))',
  is_featured: 'eq.true',
  is_sample: 'eq.true',
  order: 'created_at.desc,id.asc',
  limit: '6',
})
featured.sort()

/**
 * Whether every customer who is no administrator gets the same answer. Only what is named here is shared: a table with
 * rows of one's own, such as profiles, never is.
 */
export function isSameForCustomers({ about, parameters }: Question): boolean {
  if (sameForCustomers.has(about))
    return !parameters.getAll('select').some((columns) => columns.includes('('))
  return about === 'products' && parameters.toString() === featured.toString()
}
