import type { PostgresConnection } from '@supabase/lite/postgres'
import { expect, test, vi } from 'vitest'
import { shareIntrospection } from './share-introspection.ts'

test('concurrent requests share one introspection', async () => {
  const introspect = vi.fn(async () => new Promise((resolve) => setImmediate(resolve)))
  // Only this method of a connection is used.
  const connection = { introspect } as unknown as PostgresConnection
  shareIntrospection(connection)
  const ask = async (): Promise<unknown> => connection.introspect({ useCache: true })
  await Promise.all([ask(), ask(), ask()])
  expect(introspect).toHaveBeenCalledTimes(1)
  await ask()
  expect(introspect).toHaveBeenCalledTimes(2)
})
