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

/** What a request asks for: two of the same words get the same answer, when they come from people of equal rights. */
export interface Question {
  readonly words: string
  /** What is asked, as "stats_blocks" or "rpc/catalogue_page". */
  readonly about: string
  readonly parameters: URLSearchParams
  /** Whether no header says in which form or which part of the answer is wanted. */
  readonly isPlain: boolean
  /** The access token that it came with, not yet looked at; null from everybody without a session. */
  readonly token: string | null
}

/**
 * What a request asks for as many people ask it. Null for everything else: for other methods than GET, for other
 * services than the tables and functions, for whoever has another key than the publishable one, and for what is not
 * plainly one of these.
 */
export function askedQuestion(request: AskedRequest, publishableKey: string): Question | null {
  const { method, target } = request
  if (method !== 'GET' || target.length > longest || request.header('apikey') !== publishableKey) return null
  const token = tokenIn(request.header('authorization'), publishableKey)
  const [, about = '', query = ''] = /^\/rest\/v1\/([a-z_/]+)(?:\?([^#]*))?$/.exec(target) ?? []
  const parameters = new URLSearchParams(query)
  if (token === undefined || about === '' || parameters.has('apikey')) return null
  parameters.sort()
  const shape = shapingHeaders.map((name) => {
    const said = request.header(name) ?? ''
    return saysNothing.has(said) ? '' : said
  })
  return {
    words: [about, parameters.toString(), ...shape].join('\n'),
    about,
    parameters,
    isPlain: shape.every((said) => said === ''),
    token,
  }
}

/** Null without a session; undefined for what is neither that nor an access token. */
function tokenIn(authorization: string | null, publishableKey: string): string | null | undefined {
  // Without a session supabase-js sends the key as the token.
  if (authorization === null || authorization === `Bearer ${publishableKey}`) return null
  return /^Bearer ((?:[\w-]+\.){2}[\w-]+)$/.exec(authorization)?.[1]
}
