import type { MiddlewareHandler } from 'hono'
import type { CallerOf } from '../accounts/caller.ts'
import type { ClientOf } from '../http/client-address.ts'
import { BodyTooLargeError, maxJsonBytes, readBody } from '../http/request-body.ts'
import { catalogueQueryKey, type QueryQuota } from './query-quota.ts'
import { tooManyRequests } from './too-many-requests.ts'

interface LimitCatalogueQueriesOptions {
  readonly quota: QueryQuota
  readonly callerOf: CallerOf
  readonly clientOf: ClientOf
}

/**
 * Limits what a client asks the catalogue without an account, whether it is answered from the cache or not. Accounts may
 * read the whole catalogue anyway.
 */
export function limitCatalogueQueries({
  quota,
  callerOf,
  clientOf,
}: LimitCatalogueQueriesOptions): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context
    const request = { method: req.method, path: req.path, query: new URL(req.url).searchParams }
    const { kind } = callerOf(req.raw.headers)
    const isAnonymous = kind !== 'account' && kind !== 'operator'
    if (isAnonymous && catalogueQueryKey({ ...request, body: null }) !== null) {
      // A larger body is refused by the API.
      const body = await readBody(req.raw.clone(), maxJsonBytes).catch((error: unknown) => {
        if (error instanceof BodyTooLargeError) return null
        throw error
      })
      const wait = quota.take(clientOf(context), catalogueQueryKey({ ...request, body }) ?? '')
      if (wait > 0) return tooManyRequests('rest', 'requests', wait)
    }
    await next()
    return undefined
  }
}
