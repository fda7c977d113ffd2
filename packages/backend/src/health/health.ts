import type { Database } from '../database/database.ts'
import { onlyGet } from '../http/file-answer.ts'
import { version } from '../version.ts'

/** Where a supervisor or a load balancer asks whether the site can be used. */
export const healthPath = '/healthz'

/** What a site says about itself: nothing that a stranger may not know. */
export interface Health {
  /**
   * `ready`: everything answers · `busy`: the database will, after the backup that is being made · `starting`: ask
   * again · `unavailable`: the database does not answer
   */
  readonly status: 'ready' | 'busy' | 'starting' | 'unavailable'
  readonly version: string
  /** How far the database is; null while it does not say, or when a hosted project has it. */
  readonly migrations: { readonly applied: number; readonly newest: string | null } | null
}

/** Answers a GET or HEAD of the path above: with 200 when the site is ready or busy, with 503 when it is not. */
export type AnswerHealth = (request: Request) => Promise<Response>

/** How long the database may take, in milliseconds. */
const patience = 2000

export interface HealthOptions {
  /** How long the database may take, in milliseconds. */
  readonly within?: number
  /** Whether the database is known to keep everybody waiting, for a good reason and not for ever. */
  readonly isBusy?: () => boolean
}

/** @param database null when a hosted project has it, whose health is not this server's to say */
export function createHealth(
  database: Database | null,
  { within = patience, isBusy = () => false }: HealthOptions = {},
): AnswerHealth {
  // Of many that ask at once, one asks the database: they must not add to what it cannot manage.
  let asking: Promise<Health['migrations']> | null = null
  const ask = async (): Promise<Health['migrations']> => {
    if (database === null) return null
    asking ??= migrationsOf(database).finally(() => {
      asking = null
    })
    return asking
  }
  return async (request) => {
    const wasBusy = isBusy()
    try {
      return answerHealth(request, { status: 'ready', version, migrations: await inTime(ask(), within) })
    } catch (error) {
      // A supervisor must not end a server for the backup that it makes.
      const waits = error instanceof TooLateError && (wasBusy || isBusy())
      return answerHealth(request, { status: waits ? 'busy' : 'unavailable', version, migrations: null })
    }
  }
}

/** The answer while the site starts, or null to any other question. */
export function healthWhileStarting(request: Request): Response | null {
  if (new URL(request.url).pathname !== healthPath) return null
  return answerHealth(request, { status: 'starting', version, migrations: null })
}

function answerHealth(request: Request, health: Health): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return onlyGet()
  const isWell = health.status === 'ready' || health.status === 'busy'
  const headers = { 'cache-control': 'no-store', ...(isWell ? {} : { 'retry-after': '1' }) }
  const answer = Response.json(health, { status: isWell ? 200 : 503, headers })
  return request.method === 'HEAD' ? new Response(null, answer) : answer
}

async function migrationsOf(database: Database): Promise<Health['migrations']> {
  const { rows } = await database.transaction(async (session) =>
    session.query(
      'select count(*)::int as applied, max(version) as newest from supabase_migrations.schema_migrations',
    ),
  )
  const newest = rows[0]?.['newest']
  return { applied: Number(rows[0]?.['applied']), newest: typeof newest === 'string' ? newest : null }
}

class TooLateError extends Error {
  override readonly name = 'TooLateError'
}

async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let waiting: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    waiting = setTimeout(() => reject(new TooLateError()), milliseconds)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(waiting)
  }
}
