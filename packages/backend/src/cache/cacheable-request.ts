/** The request headers that change the response of a table or a function, in a fixed order. */
export const varyingHeaders = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit'] as const

/** Header values that mean the same as a missing header. */
const defaultValues = new Set(['*/*', 'application/json', 'public', 'items'])

/** Longer URLs are not worth a place in the cache. */
const maxTargetLength = 2048

/** A parsed GET of a table or a function. */
export interface CacheableRequest {
  /** Equal for two requests that get the same response when their callers have the same rights. */
  readonly cacheKey: string
  /** Such as "stats_blocks" or "rpc/catalogue_page". */
  readonly resource: string
  readonly parameters: URLSearchParams
  /** Whether no header changes the form or the range of the response. */
  readonly isPlain: boolean
}

/** Parses a GET of a table or a function; null for every other request and for unusual URLs. */
export function parseCacheableRequest({ method, url, headers }: Request): CacheableRequest | null {
  const { pathname, search } = new URL(url)
  if (method !== 'GET' || pathname.length + search.length > maxTargetLength) return null
  const resource = /^\/rest\/v1\/([a-z_/]+)$/.exec(pathname)?.[1]
  const parameters = new URLSearchParams(search)
  if (resource === undefined || parameters.has('apikey')) return null
  parameters.sort()
  const variant = varyingHeaders.map((name) => {
    const value = headers.get(name) ?? ''
    return defaultValues.has(value) ? '' : value
  })
  return {
    cacheKey: [resource, parameters.toString(), ...variant].join('\n'),
    resource,
    parameters,
    isPlain: variant.every((value) => value === ''),
  }
}

/** Whether a request has the publishable key and no session; supabase-js then sends the key as the token, too. */
export function isAnonymous({ headers }: Request, publishableKey: string): boolean {
  const authorization = headers.get('authorization')
  return (
    headers.get('apikey') === publishableKey &&
    (authorization === null || authorization === `Bearer ${publishableKey}`)
  )
}
