import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

/** One thing that is right or wrong about a site. */
export interface Check {
  /** What holds, as a sentence. */
  readonly name: string
  /** Whether Turnstile, if enabled, rejects the request before the checked limit does. */
  readonly isForHumans?: boolean
  /** Resolves with the fault, or null. */
  run(): Promise<string | null>
}

/** The headings of docs/deploy.md that fix a fault. */
export const headings = {
  database: '1. The database',
  accounts: '2. Accounts and e-mail',
  queuedMail: 'E-mails about leads',
  website: '3. The website',
  administrator: '4. Make an administrator',
  limits: 'Rate limits',
} as const

/** Checks by the heading that fixes their faults. */
export type Checks = readonly (readonly [keyof typeof headings, readonly Check[]])[]

/** The result of the checks, a line each. */
export interface Report {
  readonly lines: readonly string[]
  readonly faults: number
}

/** Runs the checks one after the other; one that cannot run is a fault. */
export async function runChecks(groups: Checks, isWanted: (check: Check) => boolean): Promise<Report> {
  const lines: string[] = []
  let faults = 0
  for (const [heading, checks] of groups) {
    for (const check of checks.filter(isWanted)) {
      const fault = await check.run().catch((error: unknown) => `could not be checked: ${reasonOf(error)}`)
      if (fault !== null) faults += 1
      const fix = `(docs/deploy.md, "${headings[heading]}")`
      lines.push(fault === null ? `ok     ${check.name}` : `FAULT  ${check.name}: ${fault} ${fix}`)
    }
  }
  return { lines, faults }
}

/** The fault of an answer that is not the right one. */
export function faultUnless(isRight: boolean, answer: Answer): string | null {
  return isRight ? null : `it is answered with ${described(answer)}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

/** The API's response. */
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
