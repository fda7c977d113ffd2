import type { PostgresConnection } from '@supabase/lite/postgres'
import { requestContext } from '../database/request-context.ts'

/**
 * Lets concurrent requests share one introspection of the tables.
 * Upstream: each request that arrives before the first introspection ends starts another one, of half a second on the
 * embedded database.
 */
export function shareIntrospection(connection: Pick<PostgresConnection, 'introspect'>): void {
  const introspect = connection.introspect.bind(connection)
  let inFlight: ReturnType<typeof introspect> | undefined
  connection.introspect = async (options) => {
    if (options?.useCache !== true) return introspect(options)
    if (inFlight !== undefined) return inFlight
    // Without the time limit of the request that happens to be the first.
    const whole = requestContext.run({ id: 'introspection', redirectTo: '' }, async () => introspect(options))
    inFlight = whole.finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}
