import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'

import { inOrder, type KeysetOrder, onPage, type PagePosition } from './keyset.ts'

const newestFirst: KeysetOrder = { column: 'created_at', ascending: false, idAscending: true }
const byName: KeysetOrder = { column: 'name', ascending: true, idAscending: true }
const cursor = { id: 'id-1', created_at: '2026-01-01T00:00:00.123456+00:00', name: 'Mug, "tall" \\' }

async function asked(order: KeysetOrder, position: PagePosition) {
  let address = ''
  const rest = new PostgrestClient('http://backend.test', {
    fetch: (input) => {
      address = input instanceof Request ? input.url : String(input)
      return Promise.resolve(Response.json([]))
    },
  })
  await onPage(rest.from('products').select('id'), order, position)
  return Object.fromEntries(new URL(address).searchParams)
}

test('the first page is the list cut off', async () => {
  expect(await asked(newestFirst, { at: 'first' })).toEqual({
    select: 'id',
    order: 'created_at.desc,id.asc',
    limit: '25',
  })
})

test('the next page begins after the last row, which an index can find', async () => {
  expect(await asked(newestFirst, { at: 'after', cursor })).toEqual({
    select: 'id',
    order: 'created_at.desc,id.asc',
    limit: '25',
    created_at: `lte.${cursor.created_at}`,
    or: `(created_at.lt."${cursor.created_at}",and(created_at.eq."${cursor.created_at}",id.gt.id-1))`,
  })
})

test('the previous page is read backwards from the first row, and reversed', async () => {
  const position = { at: 'before', cursor } as const
  expect(await asked(byName, position)).toEqual({
    select: 'id',
    order: 'name.desc,id.desc',
    limit: '25',
    name: `lte.${cursor.name}`,
    or: String.raw`(name.lt."Mug, \"tall\" \\",and(name.eq."Mug, \"tall\" \\",id.lt.id-1))`,
  })
  expect(inOrder([3, 2, 1], position)).toEqual([1, 2, 3])
})

test('the last page is read from the end, and holds the remainder', async () => {
  const position = { at: 'last', size: 7 } as const
  expect(await asked(newestFirst, position)).toEqual({
    select: 'id',
    order: 'created_at.asc,id.desc',
    limit: '7',
  })
  expect(inOrder([2, 1], position)).toEqual([1, 2])
})

test('a page read forwards keeps its order', () => {
  expect(inOrder([1, 2], { at: 'first' })).toEqual([1, 2])
})
