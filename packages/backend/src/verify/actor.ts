/** What the API answered. */
export interface Answer {
  readonly status: number
  /** The code of an error, such as PostgreSQL's 42501; empty without one. */
  readonly code: string
  /** The parsed JSON, or the text. */
  readonly body: unknown
  readonly headers: Headers
}

/** A caller of a site's API. */
export interface Actor {
  readonly role: Role
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export type Role = 'visitor' | 'customer' | 'administrator'

/** PostgreSQL's code of an insufficient privilege. */
export const refused = '42501'

const timeoutMs = 30_000

/**
 * @param api the API's address without a slash at the end
 * @param token the access token, or null for a visitor
 */
export function createActor(role: Role, api: string, key: string, token: string | null): Actor {
  return {
    role,
    async send(method, path, body, headers = {}) {
      const isFile = body instanceof Blob
      const response = await fetch(`${api}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          apikey: key,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      })
      const parsed = parsedJson(await response.text())
      return { status: response.status, code: codeIn(parsed), body: parsed, headers: response.headers }
    },
  }
}

/** The answer in a few words. */
export function described({ status, code }: Answer): string {
  return code === '' ? `status ${status}` : `status ${status}, ${code}`
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function codeIn(body: unknown): string {
  for (const name of ['code', 'error_code', 'error']) {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
    if (typeof value === 'string') return value
  }
  return ''
}
