import { expect, test } from 'vitest'

import { type ApiRequest, fakeApi } from '../testing/fake-api.ts'
import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { createBackend } from './backend.ts'
import { readAll } from './table.ts'

const readTags = async () =>
  readAll<{ id: number }>(
    createBackend(
      { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
      createMemoryPlatform().sessionStorage,
    ),
    { table: 'industry_tags', select: 'id', order: { column: 'name', ascending: true } },
    new AbortController().signal,
  )

/** Answers as PostgREST does that sends no more than `most` rows at once. */
function serverWith(ids: readonly number[], most: number) {
  return ({ query, headers }: ApiRequest) => {
    const offset = Number(query.get('offset') ?? 0)
    const rows = ids.slice(offset, offset + Math.min(most, Number(query.get('limit'))))
    const isCounted = headers.get('prefer')?.includes('count=exact') === true
    return Response.json(
      rows.map((id) => ({ id })),
      {
        headers: { 'content-range': `${offset}-${offset + rows.length - 1}/${isCounted ? ids.length : '*'}` },
      },
    )
  }
}

test.each([
  [0, 1000, 1],
  [3, 1000, 1],
  [1000, 1000, 1],
  [2500, 1000, 3],
  // A project's setting may be lower.
  [250, 100, 3],
])('all of %i rows are read from a server that sends at most %i, in %i parts', async (count, most, parts) => {
  const ids = Array.from({ length: count }, (_, id) => id)
  const { requests } = fakeApi(serverWith(ids, most))
  expect((await readTags()).map(({ id }) => id)).toEqual(ids)
  expect(requests).toHaveLength(parts)
})

test('reading all rows ends when rows are deleted meanwhile', async () => {
  const full = serverWith([1, 2, 3, 4], 2)
  const { requests } = fakeApi((request) =>
    requests.length === 1 ? full(request) : Response.json([], { headers: { 'content-range': '*/*' } }),
  )
  expect(await readTags()).toEqual([{ id: 1 }, { id: 2 }])
})
