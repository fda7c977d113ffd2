import {
  type ProductListing,
  productCountQuery,
  readProducts,
} from '@giftwell/back-office/products/admin-products.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { catalogueQuery } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { dashboardCountsQuery, latestLeadsQuery } from '@giftwell/back-office/dashboard/dashboard-query.ts'
import type { PagePosition } from '@giftwell/shared/kernel/keyset.ts'
import { leadCountQuery, readLeads } from '@giftwell/back-office/leads/lead-list.ts'
import { factCountsQuery } from '@giftwell/shared/catalogue/fact-counts-query.ts'
import type { CatalogueFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'

import { filledProduct } from '../site/fill-catalogue.ts'

/** Questions by name, as in a table: "catalogue page, three filters". */
type Scenarios = Readonly<Record<string, () => Promise<unknown>>>

const { signal } = new AbortController()

/** Sends the requests of a query, without the query client and its cache. */
const ask =
  ({ queryFn }: { readonly queryFn?: unknown }, pageParam: string | null = null) =>
  () =>
    // Our queries read no more of their context.
    (queryFn as (context: object) => Promise<unknown>)({ signal, pageParam })

/** An id of the generated catalogue. */
const idOf = (table: number, number: number) =>
  `00000000-0000-0000-0000-${String(table).padStart(3, '0')}${String(number).padStart(9, '0')}`
/** The creation time of the generated row with a number. */
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()

/** A customer's questions to a generated catalogue of so many products. */
export function catalogueScenarios(customer: Backend, products: number): Scenarios {
  const page = (filters: CatalogueFilters, after?: string) =>
    ask(catalogueQuery(customer, 'customer', filters), after)
  const cursor = (number: number) => `${products}.${Date.parse(timeOf(number))}000.${idOf(5, 0)}`
  const half = cursor(Math.floor(products / 2))
  const one = { industry: ['Industry 7'] }
  const three = { ...one, category: ['Category 7'], theme: ['Theme 7'] }
  const facts = { moq: ['100'], lead: ['15'], branding: ['Method 3'], colour: ['Red'] }
  return {
    'catalogue page': page({}),
    'catalogue page, one filter': page(one),
    'catalogue page, three filters': page(three),
    'catalogue page, four facts': page(facts),
    'counts of facts': ask(factCountsQuery(customer, 'customer', {})),
    'counts of facts, three filters': ask(factCountsQuery(customer, 'customer', three)),
    'catalogue search, two words': page({ q: 'copper mug' }),
    'catalogue search, one word': page({ q: 'walnut' }),
    'catalogue search, equal word': page({ q: 'lal mug' }),
    'catalogue search, misspelled': page({ q: 'coper botle' }),
    'catalogue search, rare word': page({ q: '00123' }),
    'catalogue page, half-way': page({}, half),
    'catalogue page, half-way, three filters': page(three, half),
    'catalogue page by name, half-way': page({ sort: 'name' }, `${cursor(0)}.name.copper mug no. 00006`),
    'catalogue page by budget, one filter': page({ sort: 'budget-desc', ...one }),
  }
}

const figureKinds = ['funnel', 'searches', 'products', 'groups', 'answers', 'reasons', 'seasons', 'vitals']
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const twoYears = { since: day(729), until: day(0) }

/** An administrator's questions. */
export function backOfficeScenarios(admin: Backend, products: number, leads: number): Scenarios {
  const list =
    (listing: Partial<ProductListing>, place: PagePosition = { at: 'first' }) =>
    () =>
      readProducts(admin, { search: '', filters: {}, order: 'newest', ...listing }, place, { signal })
  const count = (search: string, filters: ProductListing['filters'] = {}) =>
    ask(productCountQuery(admin, { search, filters }))
  const leadList =
    (search: string, place: PagePosition = { at: 'first' }) =>
    () =>
      readLeads(admin, { filters: { search }, order: 'newest' }, place, { signal })
  const after = (number: number, table: number): PagePosition => ({
    at: 'after',
    cursor: { id: idOf(table, 0), created_at: timeOf(number), name: filledProduct(6) },
  })
  const figures = (kind: string) => async () => {
    const rest = await admin.loadRest()
    return rest.rpc('figures', { kind, ...twoYears }).throwOnError()
  }
  const half = after(Math.floor(products / 2), 5)
  const filters = { category: idOf(1, 7), industry: idOf(2, 7), theme: idOf(3, 7) }
  return {
    products: list({}),
    'products, half-way': list({}, half),
    'products by name, half-way': list({ order: 'name-up' }, half),
    'products, three filters': list({ filters }),
    'products, one filter, half-way': list({ filters: { category: idOf(1, 7) } }, half),
    'products by name, three filters': list({ filters, order: 'name-up' }),
    'search, common word': list({ search: 'copper' }),
    'search, common word, half-way': list({ search: 'copper' }, half),
    'search by name, common word': list({ search: 'copper', order: 'name-up' }),
    'search by name, two common words': list({ search: 'walnut mug', order: 'name-up' }),
    'search, rare word': list({ search: 'no. 0001' }),
    'count, all products': count(''),
    'count, three filters': count('', filters),
    'count, search, common word': count('copper'),
    'count, search, two letters': count('co'),
    'count, search, rare word': count('no. 0001'),
    leads: leadList(''),
    'leads, half-way': leadList('', after(Math.floor(leads / 2), 6)),
    'leads, search, word of all': leadList('guests'),
    'leads, count': ask(leadCountQuery(admin, { search: '' })),
    'leads, count, search, rare word': ask(leadCountQuery(admin, { search: 'person1234@' })),
    'dashboard, counts': ask(dashboardCountsQuery(admin)),
    'dashboard, latest leads': ask(latestLeadsQuery(admin)),
    ...Object.fromEntries(figureKinds.map((kind) => [`figures, ${kind}`, figures(kind)])),
  }
}
