import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedServer } from './testing/shared-server.ts'
import { administrator } from './testing/test-server.ts'

// Pages of long lists with the back office's requests and a hosted project's responses.

let admin: SupabaseClient

const server = sharedServer()
beforeAll(async () => {
  admin = await server.signedIn(administrator)
})

describe('a long list', () => {
  const names = [
    '50% off',
    'under_score',
    'star*star',
    'comma, here',
    'quote " here',
    'two "quotes", here',
    String.raw`back\slash`,
    'smile :)',
    '(: upside',
    'curly {a}',
    'Ünïcode नमस्ते',
    'null',
    '12.50',
    '0x1F',
  ]
  let categoryId: string
  let tagId: string

  beforeAll(async () => {
    const tag = await admin.from('industry_tags').insert({ name: 'Pharmaceutical' }).select().single()
    const category = await admin.from('categories').insert({ name: 'Drinkware' }).select().single()
    tagId = tag.data.id
    categoryId = category.data.id
    const { data: products } = await admin
      .from('products')
      .insert(
        names.map((name) => ({ name, category_id: categoryId, created_at: '2026-01-01T00:00:00.123456Z' })),
      )
      .select()
      .throwOnError()
    const links = products.slice(0, 5).map(({ id }) => ({ product_id: id, industry_tag_id: tagId }))
    await admin.from('product_industry_tags').insert(links).throwOnError()
    const other = await admin.from('industry_tags').insert({ name: 'Banking' }).select().single()
    const second = { product_id: products[0].id, industry_tag_id: other.data.id }
    await admin.from('product_industry_tags').insert(second).throwOnError()
  })

  const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

  it.each(['name', 'created_at'] as const)(
    'a long list is read page by page by %s with any names',
    async (column) => {
      const seen: string[] = []
      let mark: { id: string; name: string; created_at: string } | undefined
      do {
        const query = admin.from('products').select('id, name, created_at').order(column).order('id').limit(3)
        if (mark !== undefined) {
          const value = mark[column]
          query
            .filter(column, 'gte', value)
            .or(`${column}.gt.${quoted(value)},and(${column}.eq.${quoted(value)},id.gt.${mark.id})`)
        }
        const { data } = await query.throwOnError()
        seen.push(...data.map(({ name }) => name))
        mark = data.at(-1)
      } while (mark !== undefined && seen.length <= names.length)
      expect(seen.toSorted()).toEqual(names.toSorted())
    },
  )

  it.each(names)('a long list finds %s by name, and by a pattern in or', async (name) => {
    const pattern = `%${name.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_')}%`
    const found = [{ name }]
    expect((await admin.from('products').select('name').eq('name', name)).data).toEqual(found)
    expect((await admin.from('products').select('name').ilike('name', pattern)).data).toEqual(found)
    const either = `name.ilike.${quoted(pattern)},video_url.ilike.${quoted(pattern)}`
    expect((await admin.from('products').select('name').or(either)).data).toEqual(found)
    // Its words are found in any order, so in other names, too.
    const { data: withWords } = await admin.rpc('find_products', { words: name }).select('name')
    const names = [withWords ?? []].flat().map((product): string => product.name)
    expect(names).toContain(name)
    for (const word of name.toLowerCase().split(' ')) {
      expect(names.filter((found) => !found.toLowerCase().includes(word))).toEqual([])
    }
  })

  it('a long list has the total, filtered by a tag of each row without hiding its other tags', async () => {
    const { count } = await admin.from('products').select('*', { count: 'exact', head: true })
    expect(count).toBe(names.length)
    const filtered = await admin
      .from('products')
      .select(
        'name, categories(name), product_industry_tags(industry_tags(name)), industry_filter:product_industry_tags!inner()',
        { count: 'exact' },
      )
      .eq('industry_filter.industry_tag_id', tagId)
      .eq('category_id', categoryId)
      .order('name')
      .limit(1)
    expect(filtered.count).toBe(5)
    expect(filtered.data).toEqual([
      {
        name: '50% off',
        categories: { name: 'Drinkware' },
        product_industry_tags: expect.arrayContaining([
          { industry_tags: { name: 'Pharmaceutical' } },
          { industry_tags: { name: 'Banking' } },
        ]) as unknown,
      },
    ])
  })

  it('a searched list has the same filters, pages and totals', async () => {
    const { data, count } = await admin
      .rpc('find_products', { words: 'HERE' }, { count: 'exact' })
      .select(
        'name, product_industry_tags(industry_tags(name)), industry_filter:product_industry_tags!inner()',
      )
      .eq('industry_filter.industry_tag_id', tagId)
      .filter('name', 'gte', 'comma, here')
      .or(`name.gt."comma, here",and(name.eq."comma, here",id.gt.ffffffff-ffff-ffff-ffff-ffffffffffff)`)
      .order('name')
      .limit(25)
    expect(count).toBe(1)
    expect(data).toEqual([
      { name: 'quote " here', product_industry_tags: [{ industry_tags: { name: 'Pharmaceutical' } }] },
    ])
  })

  it('a list sorted by place has rows without a place at the end', async () => {
    await admin
      .from('stats_blocks')
      .insert(
        [
          { title: 'c', value: '1' },
          { title: 'b', value: '1', order_index: 2 },
          { title: 'a', value: '1', order_index: 1 },
        ].map((row) => ({ order_index: null, ...row })),
      )
      .throwOnError()
    const { data } = await admin
      .from('stats_blocks')
      .select('title')
      .order('order_index', { nullsFirst: false })
    expect(data?.map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  })
})
