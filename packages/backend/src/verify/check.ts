import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'

/** The headings of docs/deploy.md that fix a fault. */
export const headings = {
  database: '1. The database',
  accounts: '2. Accounts and e-mail',
  queuedMail: 'E-mails about leads',
  website: '3. The website',
  administrator: '4. Make an administrator',
  limits: 'Rate limits',
} as const

/** Runs a check: what holds, as a sentence, and a search for its fault. One that cannot run is a fault. */
type Check = (sentence: string, findFault: () => Promise<string | null>) => Promise<void>

/** Runs checks whose faults one heading fixes. */
export interface Checks {
  readonly that: Check
  /** Of a request that Turnstile, if it is on, rejects before the checked limit does. */
  readonly asHuman: Check
}

/** The results of checks, a line each. */
export function createReport(isWanted: (sentence: string, isOfHuman: boolean) => boolean) {
  const lines: string[] = []
  let faults = 0
  const checkUnder =
    (heading: keyof typeof headings, isOfHuman: boolean): Check =>
    async (sentence, findFault) => {
      if (!isWanted(sentence, isOfHuman)) return
      const fault = await findFault().catch((error: unknown) => `could not be checked: ${reasonOf(error)}`)
      if (fault !== null) faults += 1
      const fix = `(docs/deploy.md, "${headings[heading]}")`
      lines.push(fault === null ? `ok     ${sentence}` : `FAULT  ${sentence}: ${fault} ${fix}`)
    }
  return {
    lines,
    faults: () => faults,
    under: (heading: keyof typeof headings): Checks => ({
      that: checkUnder(heading, false),
      asHuman: checkUnder(heading, true),
    }),
  }
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
