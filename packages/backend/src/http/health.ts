import { TimeoutError, withTimeout } from '@giftwell/shared/kernel/with-timeout.ts'
import { version } from '../process/version.ts'
import { methodNotAllowed } from './file-response.ts'

/** Probed by supervisors and load balancers. */
export const healthPath = '/healthz'

/** How far the database is migrated. */
export interface MigrationState {
  readonly applied: number
  readonly newest: string | null
}

/** The public body of a health check. */
export interface Health {
  /**
   * `ready`: everything responds · `degraded`: reads do, and writes fail or soon will · `busy`: other work occupies the
   * database · `starting`: retry · `unavailable`: the database does not respond
   */
  readonly status: 'ready' | 'degraded' | 'busy' | 'starting' | 'unavailable'
  /** Why it is degraded. */
  readonly reason?: string
  readonly version: string
  /** Null when the database does not respond or belongs to a hosted project. */
  readonly migrations: MigrationState | null
}

/** Handles a GET or HEAD of `healthPath`: 200 when the site can be read, otherwise 503. */
export type HealthHandler = (request: Request) => Promise<Response>

/** Supervisors commonly expect an answer within a second. */
const defaultTimeoutMs = 800

export interface HealthOptions {
  /** The timeout of the database query. */
  readonly timeoutMs?: number
  /** Whether other work, such as a slow request or a backup, occupies the database. */
  readonly isBusy?: () => boolean
  /** Why writes fail or soon will; null when they do not. */
  readonly problem?: () => Promise<string | null>
}

/** @param readMigrations queries the database; null when it belongs to a hosted project */
export function createHealth(
  readMigrations: () => Promise<MigrationState | null>,
  { timeoutMs = defaultTimeoutMs, isBusy = () => false, problem = async () => null }: HealthOptions = {},
): HealthHandler {
  // Concurrent probes share one query, so that they add no load to a slow database.
  let inFlight: Promise<MigrationState | null> | null = null
  const probe = async (): Promise<MigrationState | null> => {
    inFlight ??= readMigrations().finally(() => {
      inFlight = null
    })
    return inFlight
  }
  return async (request) => {
    const wasBusy = isBusy()
    // Known also while the database is occupied, which a full disk may cause.
    const whenDiagnosed = withTimeout(problem(), timeoutMs).catch(() => 'The disk does not respond.')
    const answer = async (status: 'ready' | 'busy', migrations: MigrationState | null) => {
      const reason = await whenDiagnosed
      const failing = reason === null ? { status } : { status: 'degraded' as const, reason }
      return healthResponse(request, { ...failing, version, migrations })
    }
    try {
      return await answer('ready', await withTimeout(probe(), timeoutMs))
    } catch (error) {
      // A supervisor must not restart a server because of a backup or a slow request, which ends by its time limit.
      if (error instanceof TimeoutError && (wasBusy || isBusy())) return answer('busy', null)
      return healthResponse(request, { status: 'unavailable', version, migrations: null })
    }
  }
}

/** The response to `healthPath` while the site starts; null for any other path. */
export function startingHealthResponse(request: Request): Response | null {
  if (new URL(request.url).pathname !== healthPath) return null
  return healthResponse(request, { status: 'starting', version, migrations: null })
}

function healthResponse(request: Request, health: Health): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
  const isWell = ['ready', 'degraded', 'busy'].includes(health.status)
  const headers = { 'cache-control': 'no-store', ...(isWell ? {} : { 'retry-after': '1' }) }
  const answer = Response.json(health, { status: isWell ? 200 : 503, headers })
  return request.method === 'HEAD' ? new Response(null, answer) : answer
}
