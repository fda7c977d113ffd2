import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

/** What the API answered. */
export interface Answer {
  readonly status: number
  /** The code of an error, such as PostgreSQL's 42501; empty without one. */
  readonly code: string
  /** The parsed JSON, or the text. */
  readonly body: unknown
  /** The rows of the body; none when it is an error. */
  readonly rows: readonly Record<string, unknown>[]
  readonly headers: Headers
}

/** A caller of a site's API. */
export interface Actor {
  readonly role: 'visitor' | 'customer' | 'sales' | 'administrator'
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** PostgreSQL's code of an insufficient privilege. */
export const refused = '42501'

/**
 * @param api the API's address without a slash at the end
 * @param token the access token, or null for a visitor
 */
export function createActor(role: Actor['role'], api: string, key: string, token: string | null): Actor {
  return {
    role,
    async send(method, path, body, headers = {}) {
      const isFile = body instanceof Blob
      const response = await fetch(`${api}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(30_000),
        headers: {
          apikey: key,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const parsed = parseJson(text) ?? text
      return {
        status: response.status,
        code: codeIn(parsed),
        body: parsed,
        // The API's rows are objects.
        rows: Array.isArray(parsed) ? (parsed as Record<string, unknown>[]) : [],
        headers: response.headers,
      }
    },
  }
}

/** The answer in a few words. */
export function described({ status, code }: Answer): string {
  return code === '' ? `status ${status}` : `status ${status}, ${code}`
}

function codeIn(body: unknown): string {
  for (const name of ['code', 'error_code', 'error']) {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
    if (typeof value === 'string') return value
  }
  return ''
}
