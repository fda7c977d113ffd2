import { startPostgres } from '@giftwell/tooling/database/start-postgres.ts'
import { expect, it } from 'vitest'
import { allNames, type SiteProcess, startSite } from '../testing/site-process.ts'
import { faultRounds } from '../testing/rounds.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** Every request must be answered within this. */
const requestTimeoutMs = 30_000

/** The results of a load. */
interface Seen {
  /** Names of the inquiries that were accepted. */
  readonly accepted: string[]
  /** The number of successful reads. */
  reads: number
  /** The number of 503 responses. */
  refused: number
  /** The status and text of any other response. */
  readonly odd: string[]
}

/** Concurrent inquiries and reads of the catalogue until `stop` is called. */
function startLoad(site: SiteProcess) {
  const seen: Seen = { accepted: [], reads: 0, refused: 0, odd: [] }
  const over = new AbortController()
  let count = 0
  const ask = async (path: string, init: RequestInit = {}): Promise<boolean> => {
    const response = await fetch(`${site.url}/rest/v1${path}`, {
      ...init,
      // Each inquiry has another client address.
      headers: {
        apikey: site.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${count >> 8}.${count & 255}`,
      },
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    const words = await response.text()
    if (response.ok) return true
    if (response.status === 503 && response.headers.has('retry-after')) seen.refused += 1
    else seen.odd.push(`${response.status} ${words}`)
    return false
  }
  const repeat = async (request: () => Promise<void>): Promise<void> => {
    while (!over.signal.aborted) await request().catch((error: unknown) => seen.odd.push(String(error)))
  }
  const inquire = async (): Promise<void> => {
    count += 1
    const name = `lead ${count}`
    const body = JSON.stringify({ name, company: 'Acme', email: `${count}@acme.test`, phone: '1' })
    if (await ask('/leads', { method: 'POST', body })) seen.accepted.push(name)
  }
  const read = async (): Promise<void> => {
    if (await ask('/products?select=id,name,categories(name)&limit=20')) seen.reads += 1
  }
  const working = Promise.all([inquire, inquire, inquire, inquire, read, read, read, read].map(repeat))
  return {
    seen,
    async stop() {
      over.abort()
      await working
    },
  }
}

const postgres = await startPostgres()

it(
  `the server survives ${faultRounds} crashes of the database server under load, and stores each accepted inquiry once`,
  { timeout: 60_000 + faultRounds * 60_000 },
  async ({ skip }) => {
    if ('skipped' in postgres) return skip(postgres.skipped)
    await using temporary = await temporaryFolder()
    const site = await startSite(temporary.path, { DATABASE_URL: postgres.url, TRUSTED_PROXY: '127.0.0.1' })
    const load = startLoad(site)
    const { seen } = load
    for (let round = 1; round <= faultRounds; round += 1) {
      const before = { accepted: seen.accepted.length, reads: seen.reads }
      const goOn = async (more: number): Promise<void> => {
        await expect
          .poll(() => Math.min(seen.accepted.length - before.accepted, seen.reads - before.reads), {
            interval: 5,
            timeout: requestTimeoutMs,
          })
          .toBeGreaterThan(more)
      }
      // After a different number of requests each time, to kill it at different points.
      const done = 20 + ((round * 37) % 60)
      await goOn(done)
      await postgres.crashAndRestart()
      await goOn(done + 20)
    }
    await load.stop()

    expect(seen.odd).toEqual([])
    expect(seen.refused).toBeGreaterThan(0)
    expect(site.child.process.exitCode).toBeNull()
    const admin = await site.admin()
    const { count } = await admin.from('leads').select('*', { count: 'exact', head: true })
    const stored = await allNames(admin, 'leads')
    // No inquiry is stored twice, including those whose responses were lost.
    expect(stored.size).toBe(count)
    expect(seen.accepted.filter((name) => !stored.has(name))).toEqual([])
    console.warn(
      `restarted ${faultRounds} times: stored ${seen.accepted.length} of ${seen.accepted.length} accepted inquiries; ${seen.reads} reads answered, ${seen.refused} requests told to try again`,
    )
    site.child.process.kill('SIGTERM')
    expect(await site.child.ended).toBe(0)
    await postgres.stop()
  },
)
