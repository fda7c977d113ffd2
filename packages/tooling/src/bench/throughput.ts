import autocannon from 'autocannon'

import { startPostgres } from '../database/start-postgres.ts'
import { type BenchSite, startBenchSite } from './bench-site.ts'
import type { BenchPart, Measurement } from './measurement.ts'

const connections = 8
const seconds = 2
const requestsPerSecond = { atLeast: 600 }
const budgets = ['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+']

/** How many catalogue pages a second the backend answers, on each database, with the demo catalogue. */
export const throughputPart: BenchPart = {
  title: `Catalogue pages a second, ${connections} connections, one process beside the site`,
  async run(say) {
    const postgres = await startPostgres(say)
    if ('skipped' in postgres) throw new Error(`PostgreSQL: ${postgres.skipped}`)
    try {
      return [
        ...(await measureSite('PostgreSQL', postgres.url, say)),
        ...(await measureSite('embedded', '', say)),
      ]
    } finally {
      await postgres.stop()
    }
  },
}

async function measureSite(
  database: string,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<readonly Measurement[]> {
  const site = await startBenchSite({ databaseUrl, seed: 'demo' })
  try {
    say(`${database}: asking for pages ...`)
    const customer = { authorization: `Bearer ${await site.signIn('customer')}` }
    const first = (await filterSets(site)).map((filters) => `${pages}?${new URLSearchParams(filters)}`)
    const following = await followingPages(site, first, customer)
    const unchanged = await Promise.all(
      first.map(async (path) => ({
        path,
        headers: { 'if-none-match': (await site.send({ path })).headers.get('etag') ?? '' },
      })),
    )
    const cases: readonly [name: string, requests: readonly Request[], status?: number][] = [
      ['visitors’ previews, cached', first.map((path) => ({ path, headers: {} }))],
      ['visitors’ previews, not modified', unchanged, 304],
      [
        'customers’ pages of 48, cached',
        [...first, ...following.map(({ path, after }) => path + after)].map((path) => ({
          path,
          headers: customer,
        })),
      ],
      // A cursor is a time and an id. Any id makes one, so no cache has these.
      [
        'customers’ pages of 48, not cached',
        following.map(({ path, after }) => ({
          path: path + after.slice(0, -12),
          headers: customer,
          isUnique: true,
        })),
      ],
    ]
    const measurements: Measurement[] = []
    for (const [name, requests, status] of cases) {
      measurements.push(...(await measureRequests(site, `${database}, ${name}`, requests, status)))
    }
    return measurements
  } finally {
    await site.stop()
  }
}

interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether a different id of twelve digits ends the path in each request. */
  readonly isUnique?: boolean
}

async function measureRequests(
  { url, key }: BenchSite,
  name: string,
  requests: readonly Request[],
  status = 200,
): Promise<readonly Measurement[]> {
  let sent = 0
  const options: autocannon.Options = {
    url,
    connections,
    requests: requests.map(({ path, headers, isUnique = false }) => ({
      path,
      headers: { apikey: key, 'accept-encoding': 'gzip, deflate, br, zstd', ...headers },
      ...(isUnique && {
        setupRequest: (request) => ({ ...request, path: path + String((sent += 1)).padStart(12, '0') }),
      }),
    })),
  }
  await autocannon({ ...options, duration: 1 })
  const result = await autocannon({ ...options, duration: seconds })
  const wrong = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== status)
  if (wrong.length > 0 || result.errors > 0) {
    throw new Error(`${name}: ${result.errors} errors, statuses ${JSON.stringify(result.statusCodeStats)}`)
  }
  // The embedded database works in one thread of the site's own process.
  const hasTarget = !name.startsWith('embedded') || !requests.some(({ isUnique }) => isUnique === true)
  return [
    {
      name,
      value: result.requests.average,
      unit: 'requests/s',
      ...(hasTarget && { target: requestsPerSecond }),
    },
    { name: `${name}, p50`, value: result.latency.p50, unit: 'ms' },
    { name: `${name}, p97.5`, value: result.latency.p97_5, unit: 'ms' },
  ]
}

const pages = '/rest/v1/rpc/catalogue_page'

async function filterSets(site: BenchSite): Promise<readonly Readonly<Record<string, string>>[]> {
  // The form of the function; only names are read.
  const { industries = [], categories = [] } = (await site.json({
    path: '/rest/v1/rpc/catalogue_filters',
  })) as Partial<Record<string, readonly { readonly name: string }[]>>
  const size = { page_size: '48' }
  const byCategory = categories.map(({ name }) => ({ ...size, category: name }))
  return [
    size,
    ...budgets.map((budget) => ({ ...size, budget })),
    ...byCategory,
    ...industries.map(({ name }) => ({ ...size, industry: name })),
    ...byCategory.flatMap((filters) => budgets.map((budget) => ({ ...filters, budget }))),
  ]
}

/** The pages after these, where there are any. */
async function followingPages(
  site: BenchSite,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<readonly { path: string; after: string }[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      // The form of the function.
      const { next } = (await site.json({ path, headers })) as { next: string | null }
      return next === null ? [] : [{ path: `${path}&after=`, after: next }]
    }),
  )
  return found.flat()
}
