import { createHash } from 'node:crypto'

import { jsonObjectIn } from '../http/request-body.ts'

/** The request headers that change the response of a table or a function, in a fixed order. */
export const varyingHeaders = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit'] as const

/** Header values that mean the same as a missing header. */
const defaultValues = new Set(['*/*', 'application/json', 'public', 'items'])

/** Text that the library does not read as null or as a filter, such as "eq.Mugs" or "fts(english).mugs". */
const plainText = /^(?![nN][uU][lL][lL]$|[a-z]+(?:\(\w*\))?\.)[^\0]+$/

/** The values that the library reads as null in a GET. */
const nullText = /^null$/i

/** The filters of the catalogue's functions. */
const filters = {
  industry: plainText,
  category: plainText,
  subcategory: plainText,
  budget: plainText,
  theme: plainText,
  doctor_type: plainText,
  q: plainText,
  moq: /^\d{1,7}$/,
  lead: /^\d{1,3}$/,
  branding: plainText,
  colour: plainText,
}

/** The catalogue's functions and, for each parameter, the values that this server and the library read alike. */
const functions: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'rpc/catalogue_page': {
    ...filters,
    after: /^\d{1,18}\.-?\d{1,19}\.[\da-f-]{36}(?:\.[^\0]+)?$/,
    page_size: /^\d{1,4}$/,
    sort: plainText,
    counts: /^(?:true|false)$/,
    facts: /^(?:true|false)$/,
  },
  'rpc/catalogue_filters': {},
  'rpc/product_page': { product: /^[\da-f]{12,32}$/, filters: /^\{[^\0]*\}$/, share: /^[\w-]{22}$/ },
}

/** A visitor's results on any page. */
const previewSize = 12

/** A parsed GET of a table or a function, or a call of one of the catalogue's functions. */
export interface CacheableRequest {
  /** A hash, equal for two requests that get the same response when their callers have the same rights. */
  readonly cacheKey: string
  /** Such as "stats_blocks" or "rpc/catalogue_page". */
  readonly resource: string
  readonly parameters: URLSearchParams
  /** The headers that change the response; empty values are the defaults. */
  readonly variant: readonly string[]
  /** Whether no header changes the form or the range of the response. */
  readonly isPlain: boolean
}

/** Whether a request's body is needed to parse it: a POST to one of the catalogue's functions. */
export function isCatalogueCall({ method, url }: Request): boolean {
  return method === 'POST' && Object.hasOwn(functions, new URL(url).pathname.replace('/rest/v1/', ''))
}

/**
 * Parses a GET of a table or a function, or a POST of one of the catalogue's functions with the same arguments; null for
 * every other request.
 * @param body of a POST; null when it is empty
 */
export function parseCacheableRequest(request: Request, body?: Buffer | null): CacheableRequest | null {
  const { method, url, headers } = request
  const { pathname, search } = new URL(url)
  const resource = /^\/rest\/v1\/([a-z_/]+)$/.exec(pathname)?.[1]
  const parameters = method === 'GET' ? new URLSearchParams(search) : argumentsIn(request, body)
  if (resource === undefined || parameters === null || parameters.has('apikey')) return null
  parameters.sort()
  const variant = varyingHeaders.map((name) => {
    const value = headers.get(name) ?? ''
    return defaultValues.has(value) ? '' : value
  })
  const parsed = withKey({ resource, parameters, variant, isPlain: variant.every((value) => value === '') })
  return method === 'GET' || catalogueArguments(asVisitors(parsed)) !== null ? parsed : null
}

/** The arguments of a POST to one of the catalogue's functions as a GET has them; null for any other request. */
function argumentsIn(request: Request, body: Buffer | null | undefined): URLSearchParams | null {
  const { headers, url } = request
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const hasOthers =
    new URL(url).search !== '' || !defaultValues.has(headers.get('content-profile') ?? 'public')
  if (
    body === undefined ||
    !isCatalogueCall(request) ||
    hasOthers ||
    !['', 'application/json'].includes(type)
  )
    return null
  const named = body === null || body.byteLength === 0 ? {} : jsonObjectIn(body)
  if (named === null) return null
  const input = Object.entries(named).filter(([, value]) => value !== null)
  // In a GET the text "null" is no value.
  const isText = (value: unknown) =>
    ['string', 'number', 'boolean'].includes(typeof value) && !nullText.test(String(value))
  return input.every(([, value]) => isText(value))
    ? new URLSearchParams(input.map(([name, value]) => [name, String(value)]))
    : null
}

function withKey(request: Omit<CacheableRequest, 'cacheKey'>): CacheableRequest {
  const { resource, parameters, variant } = request
  const text = [resource, parameters.toString(), ...variant].join('\n')
  return { ...request, cacheKey: createHash('sha256').update(text).digest('base64') }
}

/** The arguments of a call of one of the catalogue's functions; null for every other request and unusual values. */
export function catalogueArguments({
  resource,
  parameters,
  isPlain,
}: CacheableRequest): Record<string, string> | null {
  const known = Object.hasOwn(functions, resource) ? functions[resource] : undefined
  if (known === undefined || !isPlain) return null
  const named = Object.fromEntries(parameters)
  const isSupported = ([name, value]: [string, string]) =>
    Object.hasOwn(known, name) && known[name]?.test(value) === true
  return Object.keys(named).length === parameters.size && Object.entries(named).every(isSupported)
    ? named
    : null
}

/**
 * The same question of a visitor, without what changes nothing for them: cursors, sizes beyond the preview, nulls, and in a
 * product's filters also counts and unknown names.
 */
export function asVisitors(request: CacheableRequest): CacheableRequest {
  const { resource } = request
  const isPage = resource === 'rpc/catalogue_page'
  if (!isPage && resource !== 'rpc/product_page') return request
  const input = [...request.parameters].filter(([, value]) => !nullText.test(value))
  const requested = isPage
    ? withinPreview(input)
    : input.flatMap(([name, value]) => (name === 'filters' ? productFilters(value) : [[name, value]]))
  return withKey({ ...request, parameters: new URLSearchParams(requested) })
}

function withinPreview(input: readonly (readonly [string, string])[]): string[][] {
  return input.flatMap(([name, value]) => {
    if (name === 'after') return []
    if (name !== 'page_size' || !/^\d{1,9}$/.test(value)) return [[name, value]]
    return Number(value) < previewSize ? [[name, String(Math.max(1, Number(value)))]] : []
  })
}

/** The parameter `filters` of a product's page; none when it has no effect. */
function productFilters(text: string): string[][] {
  const named = jsonObjectIn(Buffer.from(text))
  if (named === null) return [['filters', text]]
  const known = ['page_size', 'sort', ...Object.keys(filters)]
  const input = known.flatMap((name): [string, string][] => {
    const value = named[name] ?? null
    if (value === null) return []
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  })
  const requested = withinPreview(input)
  return requested.length === 0 ? [] : [['filters', JSON.stringify(Object.fromEntries(requested))]]
}

/** Whether a request has the publishable key and no session; supabase-js then sends the key as the token, too. */
export function isAnonymous({ headers }: Request, publishableKey: string): boolean {
  const authorization = headers.get('authorization')
  return (
    headers.get('apikey') === publishableKey &&
    (authorization === null || authorization === `Bearer ${publishableKey}`)
  )
}
