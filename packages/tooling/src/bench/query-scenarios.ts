import { productColumns } from '@giftwell/shared/data/admin-products.ts'
import type { ApiRequest } from './bench-site.ts'

/** What one action of a person asks of the API: its requests, sent at the same time. */
export interface QueryScenario {
  /** As in a table: "catalogue page, three filters". */
  readonly name: string
  readonly caller: 'visitor' | 'customer' | 'administrator'
  readonly requests: readonly ApiRequest[]
}

type Parameters = Readonly<Record<string, string>>

const rows = (table: string, parameters: Parameters): ApiRequest => ({
  path: `/rest/v1/${table}?${new URLSearchParams(parameters)}`,
})
const call = (name: string, body: unknown = {}, parameters: Parameters = {}): ApiRequest => ({
  ...rows(`rpc/${name}`, parameters),
  body,
})
const countOf = (table: string): ApiRequest => ({
  ...rows(table, { select: '*' }),
  method: 'HEAD',
  headers: { prefer: 'count=exact' },
})

/** An id of the generated catalogue. */
const idOf = (table: number, number: number) =>
  `00000000-0000-0000-0000-${String(table).padStart(3, '0')}${String(number).padStart(9, '0')}`
/** The creation time of the generated row with a number. */
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()

/** Rows after a cursor, as the back office asks for them. */
function after(
  column: string,
  value: string,
  comparison: 'lt' | 'gt',
  id: string,
  idComparison = 'gt',
): Parameters {
  return {
    [column]: `${comparison}e.${value}`,
    or: `(${column}.${comparison}."${value}",and(${column}.eq."${value}",id.${idComparison}.${id}))`,
  }
}

/** A change of what visitors and customers see. */
export const catalogueChange = (text: string): ApiRequest => ({
  path: `/rest/v1/themes?id=eq.${idOf(3, 7)}`,
  body: { description: text },
  method: 'PATCH',
})

/** Every question of the catalogue and the back office, for a generated catalogue of so many products and leads. */
export function queryScenarios(products: number, leads: number): readonly QueryScenario[] {
  return [
    ...asAdministrator({ ...productRequests(products), ...countRequests, ...leadRequests(leads) }),
    ...catalogueScenarios(products),
  ]
}

function asAdministrator(
  requests: Readonly<Record<string, ApiRequest | readonly ApiRequest[]>>,
): QueryScenario[] {
  return Object.entries(requests).map(([name, request]) => ({
    name,
    caller: 'administrator',
    requests: [request].flat(),
  }))
}

function catalogueScenarios(products: number): QueryScenario[] {
  const page = (parameters: Parameters): readonly ApiRequest[] => [
    rows('rpc/catalogue_page', { page_size: '48', ...parameters }),
  ]
  const from = (number: number) => ({ after: `${Date.parse(timeOf(number))}000.${idOf(5, 0)}` })
  const half = from(Math.floor(products / 2))
  const end = from(200)
  const industry = { industry: 'Industry 7' }
  const three = { category: 'Category 7', ...industry, theme: 'Theme 7' }
  const customer = {
    'catalogue page': page({}),
    'catalogue page, one filter': page(industry),
    'catalogue page, three filters': page(three),
    'catalogue page, half-way': page(half),
    'catalogue page, half-way, one filter': page({ ...half, ...industry }),
    'catalogue page, half-way, three filters': page({ ...half, ...three }),
    'catalogue page, end': page(end),
    'catalogue page, end, one filter': page({ ...end, ...industry }),
  }
  return [
    { name: 'preview', caller: 'visitor', requests: page({}) },
    ...Object.entries(customer).map(([name, requests]) => ({ name, caller: 'customer' as const, requests })),
  ]
}

const category = idOf(1, 7)
const filters = { category, industry: idOf(2, 7), theme: idOf(3, 7) }

function productRequests(products: number): Readonly<Record<string, ApiRequest>> {
  const listed = { select: productColumns.replaceAll(' ', ''), order: 'created_at.desc,id.asc', limit: '25' }
  const listedByName = { ...listed, order: 'name.asc,id.asc' }
  const find = (body: object) => call('find_products', body, listed)
  const findByName = (body: object) =>
    call('find_products', { ...body, sorted: 'name', ascending: true }, listedByName)
  const half = timeOf(Math.floor(products / 2))
  const beyond = { beyond: half, beyond_id: idOf(5, 0) }
  return {
    products: rows('products', listed),
    'products, half-way': rows('products', { ...listed, ...after('created_at', half, 'lt', idOf(5, 0)) }),
    'products, last page': rows('products', { ...listed, order: 'created_at.asc,id.desc' }),
    'products by name': rows('products', listedByName),
    'products by name, half-way': rows('products', {
      ...listedByName,
      ...after('name', 'Copper mug no. 00006', 'gt', idOf(5, 0)),
    }),
    'products, one filter': find({ words: '', filters: { category } }),
    'products, three filters': find({ words: '', filters }),
    'products, one filter, half-way': find({ words: '', filters: { category }, ...beyond }),
    'products by name, one filter': findByName({ words: '', filters: { category } }),
    'products by name, three filters': findByName({ words: '', filters }),
    'search, common word': find({ words: 'copper' }),
    'search, common word, half-way': find({ words: 'copper', ...beyond }),
    'search, common word, one filter': find({ words: 'copper', filters: { category } }),
    'search by name, common word': findByName({ words: 'copper' }),
    'search by name, common last word': findByName({ words: 'walnut' }),
    'search by name, two common words': findByName({ words: 'walnut mug' }),
    'search, rare word': find({ words: 'no. 0001' }),
    'search by name, rare word': findByName({ words: 'no. 0001' }),
    'search, word of nothing': find({ words: 'zebra' }),
  }
}

const countRequests: Readonly<Record<string, ApiRequest>> = {
  'count, all products': call('count_products'),
  'count, one filter': call('count_products', { words: '', filters: { category } }),
  'count, three filters': call('count_products', { words: '', filters }),
  'count, search, common word': call('count_products', { words: 'copper' }),
  'count, search, common word, one filter': call('count_products', {
    words: 'copper',
    filters: { category },
  }),
  'count, search, two common words': call('count_products', { words: 'walnut mug' }),
  'count, search, part of a common word': call('count_products', { words: 'erami' }),
  'count, search, two letters': call('count_products', { words: 'co' }),
  'count, search, rare word': call('count_products', { words: 'no. 0001' }),
}

function leadRequests(leads: number): Readonly<Record<string, ApiRequest | readonly ApiRequest[]>> {
  const listed = {
    select: 'id,name,company,email,phone,message,selected_products,created_at',
    order: 'created_at.desc,id.desc',
    limit: '25',
  }
  const half = after('created_at', timeOf(Math.floor(leads / 2)), 'lt', idOf(6, 0), 'lt')
  return {
    leads: rows('leads', listed),
    'leads, half-way': rows('leads', { ...listed, ...half }),
    'leads, last page': rows('leads', { ...listed, order: 'created_at.asc,id.asc' }),
    'leads, search, rare word': call('find_leads', { words: 'person1234@' }, listed),
    'leads, search, word of all': call('find_leads', { words: 'guests' }, listed),
    'leads, count': call('count_leads'),
    'leads, count, search, rare word': call('count_leads', { words: 'person1234@' }),
    dashboard: [
      call('count_products'),
      countOf('categories'),
      countOf('industry_tags'),
      call('count_leads'),
      rows('leads', { select: 'id,name,company,created_at', order: listed.order, limit: '5' }),
    ],
  }
}
