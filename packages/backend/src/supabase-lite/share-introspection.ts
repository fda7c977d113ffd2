import type { Database } from '../database/database.ts'

/**
 * Lets concurrent requests share one introspection of the tables.
 * Upstream: each request that arrives before the first introspection ends starts another one, of half a second on the
 * embedded database.
 */
export function shareIntrospection(connection: Pick<Database['connection'], 'introspect'>): void {
  const introspect = connection.introspect.bind(connection)
  let inFlight: ReturnType<typeof introspect> | undefined
  connection.introspect = async (options) => {
    if (options?.useCache !== true) return introspect(options)
    inFlight ??= introspect(options).finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
