import type { Database } from '../database/database.ts'
import { onlyGet } from '../http/file-answer.ts'
import { version } from '../version.ts'

/** Where a supervisor or a load balancer asks whether the site can be used. */
export const healthPath = '/healthz'

/** What a site says about itself: nothing that a stranger may not know. */
export interface Health {
  /** `ready`: everything answers · `starting`: ask again · `unavailable`: the database does not answer */
  readonly status: 'ready' | 'starting' | 'unavailable'
  readonly version: string
  /** How far the database is; null while it does not say, or when a hosted project has it. */
  readonly migrations: { readonly applied: number; readonly newest: string | null } | null
}

/** Answers a GET or HEAD of the path above: with 200 when the site is ready, with 503 when it is not. */
export type AnswerHealth = (request: Request) => Promise<Response>

/** How long the database may take, in milliseconds. */
const patience = 2000

/** @param database null when a hosted project has it, whose health is not this server's to say */
export function createHealth(database: Database | null, within = patience): AnswerHealth {
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
    try {
      return answerHealth(request, { status: 'ready', version, migrations: await inTime(ask(), within) })
    } catch {
      return answerHealth(request, { status: 'unavailable', version, migrations: null })
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
  const isReady = health.status === 'ready'
  const headers = { 'cache-control': 'no-store', ...(isReady ? {} : { 'retry-after': '1' }) }
  const answer = Response.json(health, { status: isReady ? 200 : 503, headers })
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

async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let waiting: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    waiting = setTimeout(() => reject(new Error('It took too long.')), milliseconds)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(waiting)
  }
}
