import { productColumns } from '@giftwell/shared/data/admin-products.ts'
import type { Asker, Deed, Question } from './deed.ts'

const page = (parameters: Readonly<Record<string, string>>): Question => ({
  path: `/rest/v1/rpc/catalogue_page?${String(new URLSearchParams({ page_size: '48', ...parameters }))}`,
})
const rows = (table: string, parameters: Readonly<Record<string, string>>): Question => ({
  path: `/rest/v1/${table}?${String(new URLSearchParams(parameters))}`,
})
const rpc = (name: string, body: Question['body'] = {}, parameters = ''): Question => ({
  path: `/rest/v1/rpc/${name}${parameters}`,
  body,
})
const products = { select: productColumns.replaceAll(' ', ''), order: 'created_at.desc,id.asc', limit: '25' }
const leads = {
  select: 'id,name,company,email,phone,message,selected_products,created_at',
  order: 'created_at.desc,id.desc',
  limit: '25',
}
const byName = { ...products, order: 'name.asc,id.asc' }
const sortedByName = { sorted: 'name', ascending: true }
const found = (body: Question['body'], listed: typeof products = products): Question =>
  rpc('find_products', body, rows('', listed).path.slice('/rest/v1/'.length))
const foundLeads = (words: string): Question =>
  rpc('find_leads', { words }, rows('', leads).path.slice('/rest/v1/'.length))

/** The id of the tag with a number, as the large catalogue's ids are. */
const idOf = (table: number, number: number) =>
  `00000000-0000-0000-0000-${String(table).padStart(3, '0')}${String(number).padStart(9, '0')}`
const category = idOf(1, 7)
const filters = { category, industry: idOf(2, 7), theme: idOf(3, 7) }

/** What lies behind a row in the order of a column and of ids, as the back office asks for it. */
function behind(
  column: 'created_at' | 'name',
  value: string,
  direction: 'lt' | 'gt',
  id: string,
  idBehind = 'gt',
) {
  return {
    [column]: `${direction}e.${value}`,
    or: `(${column}.${direction}."${value}",and(${column}.eq."${value}",id.${idBehind}.${id}))`,
  }
}

const oneAt =
  (asker: Asker) =>
  (name: string, ...questions: Question[]): Deed => ({ name, asker, questions })
const visitor = oneAt('visitor')
const customer = oneAt('customer')
const admin = oneAt('administrator')

/** A change of what visitors and customers see, after which no server gives them what it has kept of its answers. */
export const change = (text: string): Question => ({
  path: `/rest/v1/themes?id=eq.${idOf(3, 7)}`,
  body: { description: text },
  method: 'PATCH',
})

/** Everything that is measured among so many products and leads; last what a server may keep. */
export function catalogueDeeds(productCount: number, leadCount: number): readonly Deed[] {
  return [
    ...productDeeds(productCount),
    ...countDeeds(),
    ...leadDeeds(leadCount),
    ...customersDeeds(productCount),
  ]
}

/** When the row with a number came. */
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()

function customersDeeds(productCount: number): Deed[] {
  const after = (number: number) => ({ after: `${Date.parse(timeOf(number))}000.${idOf(5, 0)}` })
  const half = after(Math.floor(productCount / 2))
  const end = after(200)
  const industry = { industry: 'Industry 7' }
  const three = { category: 'Category 7', ...industry, theme: 'Theme 7' }
  return [
    visitor('preview', page({})),
    customer('catalogue page', page({})),
    customer('catalogue page, one filter', page(industry)),
    customer('catalogue page, three filters', page(three)),
    customer('catalogue page, half-way', page(half)),
    customer('catalogue page, half-way, one filter', page({ ...half, ...industry })),
    customer('catalogue page, half-way, three filters', page({ ...half, ...three })),
    customer('catalogue page, end', page(end)),
    customer('catalogue page, end, one filter', page({ ...end, ...industry })),
  ]
}

function productDeeds(productCount: number): Deed[] {
  const half = timeOf(Math.floor(productCount / 2))
  const halfFound = { beyond: half, beyond_id: idOf(5, 0) }
  const name = 'Copper mug no. 00006'
  return [
    admin('products', rows('products', products)),
    admin(
      'products, half-way',
      rows('products', { ...products, ...behind('created_at', half, 'lt', idOf(5, 0)) }),
    ),
    admin('products, last page', rows('products', { ...products, order: 'created_at.asc,id.desc' })),
    admin('products by name', rows('products', byName)),
    admin(
      'products by name, half-way',
      rows('products', { ...byName, ...behind('name', name, 'gt', idOf(5, 0)) }),
    ),
    admin('products, one filter', found({ words: '', filters: { category } })),
    admin('products, three filters', found({ words: '', filters })),
    admin('products, one filter, half-way', found({ words: '', filters: { category }, ...halfFound })),
    admin(
      'products by name, one filter',
      found({ words: '', filters: { category }, ...sortedByName }, byName),
    ),
    admin('products by name, three filters', found({ words: '', filters, ...sortedByName }, byName)),
    admin('search, common word', found({ words: 'copper' })),
    admin('search, common word, half-way', found({ words: 'copper', ...halfFound })),
    admin('search, common word, one filter', found({ words: 'copper', filters: { category } })),
    admin('search by name, common word', found({ words: 'copper', ...sortedByName }, byName)),
    admin('search by name, common last word', found({ words: 'walnut', ...sortedByName }, byName)),
    admin('search by name, two common words', found({ words: 'walnut mug', ...sortedByName }, byName)),
    admin('search, rare word', found({ words: 'no. 0001' })),
    admin('search by name, rare word', found({ words: 'no. 0001', ...sortedByName }, byName)),
    admin('search, word of nothing', found({ words: 'zebra' })),
  ]
}

function countDeeds(): Deed[] {
  const count = (name: string, body: Question['body']) => admin(`count, ${name}`, rpc('count_products', body))
  return [
    count('all products', {}),
    count('one filter', { words: '', filters: { category } }),
    count('three filters', { words: '', filters }),
    count('search, common word', { words: 'copper' }),
    count('search, common word, one filter', { words: 'copper', filters: { category } }),
    count('search, two common words', { words: 'walnut mug' }),
    count('search, two letters', { words: 'co' }),
    count('search, rare word', { words: 'no. 0001' }),
    {
      ...admin('count, search, common part of a word for the first time'),
      questions: [...partsOf('ceramic'), ...partsOf('leather')].map((words) =>
        rpc('count_products', { words }),
      ),
      isNewEachTime: true,
    },
  ]
}

/** Each run of three and more letters within a word, but for the whole. */
function partsOf(word: string): string[] {
  return Array.from({ length: word.length - 2 }, (_, begin) =>
    Array.from({ length: word.length - begin - 2 }, (_other, more) => word.slice(begin, begin + 3 + more)),
  )
    .flat()
    .filter((part) => part !== word)
}

function leadDeeds(leadCount: number): Deed[] {
  const half = behind('created_at', timeOf(Math.floor(leadCount / 2)), 'lt', idOf(6, 0), 'lt')
  return [
    admin('leads', rows('leads', leads)),
    admin('leads, half-way', rows('leads', { ...leads, ...half })),
    admin('leads, last page', rows('leads', { ...leads, order: 'created_at.asc,id.asc' })),
    admin('leads, search, rare word', foundLeads('person1234@')),
    admin('leads, search, word of all', foundLeads('guests')),
    admin('leads, count', rpc('count_leads')),
    admin('leads, count, search, rare word', rpc('count_leads', { words: 'person1234@' })),
    admin(
      'dashboard',
      rpc('count_products'),
      { ...rows('categories', { select: '*' }), method: 'HEAD' },
      { ...rows('industry_tags', { select: '*' }), method: 'HEAD' },
      rpc('count_leads'),
      rows('leads', { select: 'id,name,company,created_at', order: leads.order, limit: '5' }),
    ),
  ]
}
