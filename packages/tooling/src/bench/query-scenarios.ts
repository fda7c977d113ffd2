import { productColumns } from '@giftwell/shared/data/admin-products.ts'
import type { ApiRequest } from './bench-site.ts'

type Parameters = Readonly<Record<string, string>>

/** Questions by name, as in a table: "catalogue page, three filters". */
type Scenarios = Readonly<Record<string, ApiRequest | readonly ApiRequest[]>>

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
const after = (
  column: string,
  value: string,
  comparison: 'lt' | 'gt',
  idComparison: 'lt' | 'gt',
  id: string,
): Parameters => ({
  [column]: `${comparison}e.${value}`,
  or: `(${column}.${comparison}."${value}",and(${column}.eq."${value}",id.${idComparison}.${id}))`,
})

/** A change of what visitors and customers see. */
export const catalogueChange = (text: string): ApiRequest => ({
  path: `/rest/v1/themes?id=eq.${idOf(3, 7)}`,
  body: { description: text },
  method: 'PATCH',
})

/** The first view of the catalogue, the same for visitors and customers. */
export const firstPage = rows('rpc/catalogue_page', { page_size: '48' })

/** A customer's questions to a generated catalogue of so many products. */
export function catalogueScenarios(products: number): Scenarios {
  const page = (parameters: Parameters) => rows('rpc/catalogue_page', { page_size: '48', ...parameters })
  const from = (number: number) => ({ after: `${products}.${Date.parse(timeOf(number))}000.${idOf(5, 0)}` })
  const half = from(Math.floor(products / 2))
  const end = from(200)
  const industry = { industry: 'Industry 7' }
  const three = { category: 'Category 7', ...industry, theme: 'Theme 7' }
  const byName = {
    sort: 'name',
    after: `${products}.${Date.parse(timeOf(0))}000.${idOf(5, 0)}.name.copper mug no. 00006`,
  }
  return {
    'catalogue page': firstPage,
    'catalogue page, one filter': page(industry),
    'catalogue page, three filters': page(three),
    'catalogue page with counts': page({ counts: 'true' }),
    'catalogue page with counts, one filter': page({ counts: 'true', ...industry }),
    'catalogue page with counts, three filters': page({ counts: 'true', ...three }),
    'catalogue search, two words': page({ q: 'copper mug' }),
    'catalogue search, one word': page({ q: 'walnut' }),
    'catalogue search, misspelled': page({ q: 'coper botle' }),
    'catalogue search, rare word': page({ q: '00123' }),
    'catalogue search, word of a category': page({ q: 'category' }),
    'catalogue page, half-way': page(half),
    'catalogue page, half-way, one filter': page({ ...half, ...industry }),
    'catalogue page, half-way, three filters': page({ ...half, ...three }),
    'catalogue page by name, half-way': page(byName),
    'catalogue page by name, one filter': page({ sort: 'name', ...industry }),
    'catalogue page by budget, one filter': page({ sort: 'budget-desc', ...industry }),
    'catalogue page, end': page(end),
    'catalogue page, end, one filter': page({ ...end, ...industry }),
  }
}

/** An administrator's questions; those of one name are asked at the same time. */
export function backOfficeScenarios(products: number, leads: number): Scenarios {
  const listed = { select: productColumns.replaceAll(' ', ''), order: 'created_at.desc,id.asc', limit: '25' }
  const byName = { ...listed, order: 'name.asc,id.asc' }
  const find = (words: string, body: object = {}) => call('find_products', { words, ...body }, listed)
  const findByName = (words: string, body: object = {}) =>
    call('find_products', { words, ...body, sorted: 'name', ascending: true }, byName)
  const count = (words: string, body: object = {}) => call('count_products', { words, ...body })
  const half = timeOf(Math.floor(products / 2))
  const beyond = { beyond: half, beyond_id: idOf(5, 0) }
  const one = { filters: { category: idOf(1, 7) } }
  const three = { filters: { ...one.filters, industry: idOf(2, 7), theme: idOf(3, 7) } }
  const lead = {
    select:
      'id,name,company,email,phone,message,selected_products,created_at,needed_by,budget_per_gift,delivery_city,wants_branding,lead_items(position,name,quantity,note),lead_handling(state,assigned_to,assigned_email,due_on,answered_at,notes),lead_openings(user_id)',
    order: 'created_at.desc,id.desc',
    limit: '25',
  }
  const halfOfLeads = timeOf(Math.floor(leads / 2))
  return {
    products: rows('products', listed),
    'products, half-way': rows('products', {
      ...listed,
      ...after('created_at', half, 'lt', 'gt', idOf(5, 0)),
    }),
    'products, last page': rows('products', { ...listed, order: 'created_at.asc,id.desc' }),
    'products by name': rows('products', byName),
    'products by name, half-way': rows('products', {
      ...byName,
      ...after('name', 'Copper mug no. 00006', 'gt', 'gt', idOf(5, 0)),
    }),
    'products, one filter': find('', one),
    'products, three filters': find('', three),
    'products, one filter, half-way': find('', { ...one, ...beyond }),
    'products by name, one filter': findByName('', one),
    'products by name, three filters': findByName('', three),
    'search, common word': find('copper'),
    'search, common word, half-way': find('copper', beyond),
    'search, common word, one filter': find('copper', one),
    'search by name, common word': findByName('copper'),
    'search by name, common last word': findByName('walnut'),
    'search by name, two common words': findByName('walnut mug'),
    'search, rare word': find('no. 0001'),
    'search by name, rare word': findByName('no. 0001'),
    'search, word of nothing': find('zebra'),
    'count, all products': call('count_products'),
    'count, one filter': count('', one),
    'count, three filters': count('', three),
    'count, search, common word': count('copper'),
    'count, search, common word, one filter': count('copper', one),
    'count, search, two common words': count('walnut mug'),
    'count, search, part of a common word': count('erami'),
    'count, search, two letters': count('co'),
    'count, search, rare word': count('no. 0001'),
    leads: rows('leads', lead),
    'leads, half-way': rows('leads', {
      ...lead,
      ...after('created_at', halfOfLeads, 'lt', 'lt', idOf(6, 0)),
    }),
    'leads, last page': rows('leads', { ...lead, order: 'created_at.asc,id.asc' }),
    'leads, search, rare word': call('find_leads', { words: 'person1234@' }, lead),
    'leads, search, word of all': call('find_leads', { words: 'guests' }, lead),
    'leads, count': call('count_leads'),
    'leads, count, search, rare word': call('count_leads', { words: 'person1234@' }),
    dashboard: [
      call('count_products'),
      countOf('categories'),
      countOf('industry_tags'),
      call('count_leads'),
      rows('leads', { select: 'id,name,company,created_at', order: lead.order, limit: '5' }),
    ],
  }
}
