import { productColumns } from '@giftwell/shared/data/admin-products.ts'

/** Who asks. */
export type Asker = 'visitor' | 'customer' | 'administrator'

/** One request of the website or the back office. */
export interface Question {
  readonly path: string
  /** Sent as JSON; nothing for a GET. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly method?: 'HEAD'
}

/** What a person does, as the requests that are sent for it at once. */
export interface Deed {
  /** As in a table: "catalogue page, three filters". */
  readonly name: string
  readonly asker: Asker
  readonly questions: readonly Question[]
  /** A figure without a target: what costs by the rows that are found. */
  readonly isByRows?: boolean
}

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
const searched = (table: 'products' | 'leads', words: string, more: Question['body'] = {}): Question =>
  rpc(`find_${table}`, { words, ...more }, rows('', table === 'products' ? products : leads).path.slice(9))

/** The id of the tag with a number, as the large catalogue's ids are. */
const idOf = (table: number, number: number) =>
  `00000000-0000-0000-0000-${String(table).padStart(3, '0')}${String(number).padStart(9, '0')}`
const filters = { category: idOf(1, 7), industry: idOf(2, 7), theme: idOf(3, 7) }

/** Everything that is measured, at a place half way through so many products. */
export function catalogueDeeds(productCount: number): readonly Deed[] {
  const middle = new Date(Date.UTC(2026, 0, 1) + Math.floor(productCount / 2) * 60_000).toISOString()
  const cursor = `${Date.parse(middle)}000.${idOf(5, 0)}`
  const behind = {
    created_at: `lte.${middle}`,
    or: `(created_at.lt."${middle}",and(created_at.eq."${middle}",id.gt.${idOf(5, 0)}))`,
  }
  const three = { category: 'Category 7', industry: 'Industry 7', theme: 'Theme 7' }
  const visitor = (name: string, question: Question): Deed => ({
    name,
    asker: 'visitor',
    questions: [question],
  })
  const customer = (name: string, question: Question): Deed => ({
    name,
    asker: 'customer',
    questions: [question],
  })
  const admin = (name: string, ...questions: Question[]): Deed => ({
    name,
    asker: 'administrator',
    questions,
  })
  return [
    visitor('preview', page({})),
    customer('catalogue page', page({})),
    customer('catalogue page, one filter', page({ industry: 'Industry 7' })),
    customer('catalogue page, three filters', page(three)),
    customer('catalogue page, half way', page({ after: cursor })),
    customer('catalogue page, half way, one filter', page({ after: cursor, industry: 'Industry 7' })),
    admin('products', rows('products', products)),
    admin('products, half way', rows('products', { ...products, ...behind })),
    admin('products, three filters', searched('products', '', { filters })),
    admin('products, search', searched('products', 'no. 0001')),
    admin('products, search of a fifth', searched('products', 'copper')),
    admin('products, count', rpc('count_products')),
    admin('products, count, three filters', rpc('count_products', { words: '', filters })),
    admin('products, count of a search', rpc('count_products', { words: 'no. 0001' })),
    {
      ...admin('products, count of a search of a fifth', rpc('count_products', { words: 'copper' })),
      isByRows: true,
    },
    admin('leads', rows('leads', leads)),
    admin('leads, search', searched('leads', 'person1234@')),
    admin('leads, search of all', searched('leads', 'guests')),
    admin('leads, count', rpc('count_leads')),
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
