import { expect, it } from 'vitest'
import { embeddingOf } from './embedding.ts'

it.each([
  ['', 0, 0],
  ['*', 0, 0],
  ['id, name', 0, 0],
  ['x:name::text,"a,(b","say \\"so\\""', 0, 0],
  ['name->a->>0,count(),total:id.count()::int', 0, 0],
  ['*,themes(*)', 1, 1],
  ['...categories(name),themes!inner()', 2, 1],
  ['id,t:product_themes!hint!left(themes(name,id.count())),categories( name )', 3, 2, ['themes']],
  ['a(b(c(d(e))))', 4, 4, ['b', 'c', 'd']],
  ['a(x:b!hint(id),...c(id))', 3, 2, ['b', 'c']],
])('embeddingOf measures %s', (select, count, depth, inner: string[] = []) => {
  expect(embeddingOf(select)).toEqual({ count, depth, inner })
})

it.each([
  '"',
  '""',
  '((((',
  '(',
  ')',
  'a(',
  'a)',
  'a(b',
  'a(b))',
  ',',
  'id,',
  ',id',
  'a(,)',
  'a(b)c',
  'a()()',
  'count(id)',
  '"a',
  ' ',
])('embeddingOf cannot parse %j', (select) => {
  expect(embeddingOf(select)).toBeNull()
})
