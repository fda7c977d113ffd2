/** Of the headers of a request those that shape the answer of a table or a function, in a fixed order. */
export const shapingHeaders = ['accept', 'accept-profile', 'prefer', 'range', 'range-unit'] as const

/** What these headers say that say nothing but what holds without them. */
const saysNothing = new Set(['*/*', 'application/json', 'public', 'items'])

/** Longer questions are answered and not kept: nobody asks them twice. */
const longest = 2048

/**
 * What a request asks for as everybody without a session may ask it: two requests with the same words get the same
 * answer. Null for everything else: for other methods than GET, for other services than the tables and functions, for
 * whoever has a session or another key than the publishable one, and for what is not plainly one of these.
 */
export function anonymousQuestion(request: Request, publishableKey: string): string | null {
  const { headers } = request
  if (request.method !== 'GET' || headers.get('apikey') !== publishableKey) return null
  const authorization = headers.get('authorization')
  // Without a session supabase-js sends the key as the token.
  if (authorization !== null && authorization !== `Bearer ${publishableKey}`) return null
  const url = new URL(request.url)
  if (!/^\/rest\/v1\/[a-z_/]+$/.test(url.pathname) || url.searchParams.has('apikey')) return null
  url.searchParams.sort()
  const shape = shapingHeaders.map((name) => {
    const said = headers.get(name) ?? ''
    return saysNothing.has(said) ? '' : said
  })
  const words = [url.pathname, url.searchParams.toString(), ...shape].join('\n')
  return words.length > longest ? null : words
}
