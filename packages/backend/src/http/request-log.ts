import { type Log, type LogLevel, logLevels } from '../process/terminal.ts'

/** A finished request, without any user input. */
export interface AnsweredRequest {
  /** The response's `x-request-id`. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** Milliseconds until the response began. */
  readonly ms: number
  /** The network of its client, as far as the log may name it. */
  readonly client?: string | undefined
}

/** Prints one line of JSON for each request that the level includes. */
export interface RequestLog {
  /** Records the kind of a request's failure for its line. */
  failed(id: string, kind: string): void
  answered(request: AnsweredRequest): void
}

const slowMs = 1000

/** @param now the clock, for tests */
export function createRequestLog(print: Log, level: LogLevel, now = () => new Date()): RequestLog {
  const kinds = new Map<string, string>()
  const included = logLevels.indexOf(level)
  return {
    failed(id, kind) {
      kinds.set(id, kind)
    },
    answered({ id, method, path, status, ms, client }) {
      const error = kinds.get(id)
      kinds.delete(id)
      const own = levelOf(status, ms)
      if (logLevels.indexOf(own) > included) return
      const about = { id, method, path: loggedPath(path), status, ms: Math.round(ms), client }
      print(JSON.stringify({ time: now().toISOString(), level: own, event: 'request', ...about, error }))
    },
  }
}

function levelOf(status: number, ms: number): LogLevel {
  if (status >= 500 && status !== 503) return 'error'
  return status === 503 || ms >= slowMs ? 'warn' : 'info'
}

/**
 * Redacts a path: services, tables, functions and pages are plain lower-case words; anything else, such as addresses,
 * numbers, keys and tokens, becomes a star.
 */
export function loggedPath(path: string): string {
  const parts = path.split('/').map((part) => (isWord(part) ? part : '*'))
  return parts.length > maxSegments ? `${parts.slice(0, maxSegments).join('/')}/…` : parts.join('/')
}

const maxSegments = 8
const maxWordLength = 40

function isWord(part: string): boolean {
  if (part === '' || part === 'v1') return true
  return part.length <= maxWordLength && /^[a-z]+(?:[_-][a-z]+)*$/.test(part)
}
