/** Of the headers of a request those that shape the answer of a table or a function, in a fixed order. */
export const shapingHeaders = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit'] as const

/** What these headers say that say nothing but what holds without them. */
const saysNothing = new Set(['*/*', 'application/json', 'public', 'items'])

/** Longer questions are answered and not kept: nobody asks them twice. */
const longest = 2048

/** A request, as far as it says what is asked for and by whom. */
export interface AskedRequest {
  readonly method: string
  /** From the first slash on: without the origin, with the query. */
  readonly target: string
  header(name: string): string | null
}

/**
 * What a request asks for as everybody without a session may ask it: two requests with the same words get the same
 * answer. Null for everything else: for other methods than GET, for other services than the tables and functions, for
 * whoever has a session or another key than the publishable one, and for what is not plainly one of these.
 */
export function anonymousQuestion(request: AskedRequest, publishableKey: string): string | null {
  const { method, target } = request
  if (method !== 'GET' || target.length > longest || request.header('apikey') !== publishableKey) return null
  const authorization = request.header('authorization')
  // Without a session supabase-js sends the key as the token.
  if (authorization !== null && authorization !== `Bearer ${publishableKey}`) return null
  const [, path = '', query = ''] = /^(\/rest\/v1\/[a-z_/]+)(?:\?([^#]*))?$/.exec(target) ?? []
  const parameters = new URLSearchParams(query)
  if (path === '' || parameters.has('apikey')) return null
  parameters.sort()
  const shape = shapingHeaders.map((name) => {
    const said = request.header(name) ?? ''
    return saysNothing.has(said) ? '' : said
  })
  return [path, parameters.toString(), ...shape].join('\n')
}
