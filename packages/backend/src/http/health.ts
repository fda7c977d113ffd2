import { version } from '../process/version.ts'
import { methodNotAllowed } from './file-response.ts'

/** Probed by supervisors and load balancers. */
export const healthPath = '/healthz'

/** How far the database is migrated. */
export interface MigrationState {
  readonly applied: number
  readonly newest: string | null
}

/** What a site says about itself, to anyone. */
export interface Health {
  /**
   * `ready`: everything answers · `busy`: the database will, after the backup that is being made · `starting`: ask
   * again · `unavailable`: the database does not answer
   */
  readonly status: 'ready' | 'busy' | 'starting' | 'unavailable'
  readonly version: string
  /** Null when the database does not say, or when a hosted project has it. */
  readonly migrations: MigrationState | null
}

/** Answers a GET or HEAD of `healthPath`: with 200 when the site is ready or busy, with 503 when it is not. */
export type HealthHandler = (request: Request) => Promise<Response>

const defaultTimeoutMs = 2000

export interface HealthOptions {
  /** How long the database may take. */
  readonly timeoutMs?: number
  /** Whether a backup is known to block the database for now. */
  readonly isBusy?: () => boolean
}

/** @param readMigrations asks the database, or answers null when a hosted project has it */
export function createHealth(
  readMigrations: () => Promise<MigrationState | null>,
  { timeoutMs = defaultTimeoutMs, isBusy = () => false }: HealthOptions = {},
): HealthHandler {
  // Concurrent probes share one query: they must not add to the load of a database that is slow.
  let inFlight: Promise<MigrationState | null> | null = null
  const probe = async (): Promise<MigrationState | null> => {
    inFlight ??= readMigrations().finally(() => {
      inFlight = null
    })
    return inFlight
  }
  return async (request) => {
    const wasBusy = isBusy()
    try {
      return healthResponse(request, {
        status: 'ready',
        version,
        migrations: await withTimeout(probe(), timeoutMs),
      })
    } catch (error) {
      // A supervisor must not restart a server because of its backup.
      const waits = error instanceof TimeoutError && (wasBusy || isBusy())
      return healthResponse(request, { status: waits ? 'busy' : 'unavailable', version, migrations: null })
    }
  }
}

/** The answer while the site starts, or null for any other path. */
export function startingHealthResponse(request: Request): Response | null {
  if (new URL(request.url).pathname !== healthPath) return null
  return healthResponse(request, { status: 'starting', version, migrations: null })
}

function healthResponse(request: Request, health: Health): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
  const isWell = health.status === 'ready' || health.status === 'busy'
  const headers = { 'cache-control': 'no-store', ...(isWell ? {} : { 'retry-after': '1' }) }
  const answer = Response.json(health, { status: isWell ? 200 : 503, headers })
  return request.method === 'HEAD' ? new Response(null, answer) : answer
}

class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

async function withTimeout<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
