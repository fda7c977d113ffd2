import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { backOffice } from '@giftwell/backend/testing/import-client.ts'
import { prepareDatabase } from '../database/embedded-database.ts'
import { createOwnedDatabase, inDatabase } from '../database/start-postgres.ts'
import { fillCatalogue, filledProduct } from '../site/fill-catalogue.ts'
import { customer, startBenchPostgres, startBenchSite } from './bench-site.ts'
import { type BenchPart, atMost, percentile, timeOf } from './measurement.ts'
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

const sizes = [3200, 50_000, 500_000] as const
const leads = 100_000
const warmUps = 8
const rounds = 100

/** How long the API takes for the website's and the back office's queries as the catalogue grows. */
export const databasePart: BenchPart = {
  title: `The API on PostgreSQL, by the number of products, with ${leads.toLocaleString('en')} leads`,
  async run(log) {
    await using server = await startBenchPostgres(log)
    const p95: Record<string, number>[] = []
    for (const products of sizes) {
      log(`writing ${products.toLocaleString('en')} products`)
      const databaseUrl = await createFilled(server.url, products, leads)
      log('sending requests')
      p95.push(await timeScenarios(databaseUrl, products))
    }
    return Object.keys(p95[0] ?? {}).flatMap((name) => {
      const [small, medium, large] = p95.map((times) => times[name] ?? Number.NaN) as [number, number, number]
      return [
        { name: `${name}, 3,200 products, p95`, value: small, unit: 'ms' as const },
        { name: `${name}, 50,000 products, p95`, value: medium, unit: 'ms' as const },
        atMost(2, `${name}, growth of p95 to 50,000`, medium / small, 'ratio'),
        atMost(name.startsWith('figures') ? 300 : 120, `${name}, 500,000 products, p95`, large, 'ms'),
      ]
    })
  },
}

/** Creates a database beside the server's first one, fills it with products and leads, and returns its address. */
export async function createFilled(serverUrl: string, products: number, leadCount: number): Promise<string> {
  const name = `products_${products}`
  await createOwnedDatabase(serverUrl, name, { hasRoles: false })
  const url = inDatabase(serverUrl, name)
  await using database = await openPostgres(url)
  await prepareDatabase(database)
  await database.transaction(async (session) =>
    fillCatalogue(session, { products, leads: leadCount }, { hasCounts: true }),
  )
  await database.vacuum()
  return url
}

/**
 * The p95 of each scenario, by its name. The scenarios run in turn, and every round begins with a change of the
 * catalogue, so that no cache answers.
 */
async function timeScenarios(databaseUrl: string, products: number): Promise<Record<string, number>> {
  await using site = await startBenchSite({ databaseUrl, seed: 'empty' })
  await site.signIn('customer')
  const admin = await backOffice(site.url, site.admin)
  const scenarios = Object.entries({
    ...backOfficeScenarios(admin, products, leads),
    preview: () => site.json({ path: '/rest/v1/rpc/catalogue_page?page_size=48' }),
    ...catalogueScenarios(await backOffice(site.url, customer), products),
  }).map(([name, send]) => ({ name, send, times: [] as number[] }))
  const rest = await admin.loadRest()
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const change = { description: String(round) }
    await rest.from('themes').update(change).eq('name', 'Theme 7').throwOnError()
    for (const { send, times } of scenarios) {
      const time = await timeOf(send)
      if (round >= warmUps) times.push(time)
    }
  }
  return Object.fromEntries(scenarios.map(({ name, times }) => [name, percentile(times, 0.95)]))
}

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
const timeAt = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()

/** A customer's questions to a generated catalogue of so many products. */
function catalogueScenarios(customer: Backend, products: number): Scenarios {
  const page = (filters: CatalogueFilters, after?: string) =>
    ask(catalogueQuery(customer, 'customer', filters), after)
  const cursor = (number: number) => `${products}.${Date.parse(timeAt(number))}000.${idOf(5, 0)}`
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
function backOfficeScenarios(admin: Backend, products: number, leads: number): Scenarios {
  const list =
    (listing: Partial<ProductListing>, position: PagePosition = { at: 'first' }) =>
    () =>
      readProducts(admin, { search: '', filters: {}, order: 'newest', ...listing }, position, { signal })
  const count = (search: string, filters: ProductListing['filters'] = {}) =>
    ask(productCountQuery(admin, { search, filters }))
  const leadList =
    (search: string, position: PagePosition = { at: 'first' }) =>
    () =>
      readLeads(admin, { filters: { search }, order: 'newest' }, position, { signal })
  const after = (number: number, table: number): PagePosition => ({
    at: 'after',
    cursor: { id: idOf(table, 0), created_at: timeAt(number), name: filledProduct(6) },
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
