import type { Say } from '../process/terminal.ts'

/** From the fewest lines to the most: failures; slow and busy requests too; every request. */
export const logLevels = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]

/** A request that was answered; none of this is what a person wrote. */
export interface AnsweredRequest {
  /** The one that the answer carries as `x-request-id`. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** Until the answer began, in milliseconds. */
  readonly ms: number
}

/** One line of JSON for each request that is worth it. */
export interface RequestLog {
  /** Keeps the kind of a request's failure, for its line. */
  failed(id: string, kind: string): void
  answered(request: AnsweredRequest): void
}

/** From so many milliseconds on a request counts as slow. */
const slow = 1000

/** @param now the clock, for tests */
export function createRequestLog(print: Say, level: LogLevel, now = () => new Date()): RequestLog {
  const kinds = new Map<string, string>()
  const shown = logLevels.indexOf(level)
  return {
    failed(id, kind) {
      kinds.set(id, kind)
    },
    answered({ id, method, path, status, ms }) {
      const error = kinds.get(id)
      kinds.delete(id)
      const own = levelOf(status, ms)
      if (logLevels.indexOf(own) > shown) return
      const about = { id, method, path: loggedPath(path), status, ms: Math.round(ms) }
      print(JSON.stringify({ time: now().toISOString(), level: own, event: 'request', ...about, error }))
    },
  }
}

function levelOf(status: number, ms: number): LogLevel {
  if (status >= 500 && status !== 503) return 'error'
  return status === 503 || ms >= slow ? 'warn' : 'info'
}

/**
 * A path without what somebody may have written into it: names of services, tables, functions and pages are plain
 * lower-case words, and everything else becomes a star: addresses, numbers, keys, tokens.
 */
export function loggedPath(path: string): string {
  const parts = path.split('/').map((part) => (isWord(part) ? part : '*'))
  return parts.length > longest ? `${parts.slice(0, longest).join('/')}/…` : parts.join('/')
}

/** Parts of a path that are logged. */
const longest = 8
const longestWord = 40

function isWord(part: string): boolean {
  if (part === '' || part === 'v1') return true
  return part.length <= longestWord && /^[a-z]+(?:[_-][a-z]+)*$/.test(part)
}
