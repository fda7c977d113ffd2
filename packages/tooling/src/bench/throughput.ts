import autocannon from 'autocannon'

import { type BenchSite, startBenchPostgres, startBenchSite } from './bench-site.ts'
import { atLeast, type BenchPart, type Measurement } from './measurement.ts'

const connections = 8
const warmUpSeconds = 4
const seconds = 4
const requestsPerSecond = 600
/** What a browser sends. The ETag of a response depends on it. */
const encodings = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const budgets = ['Rs.10-100', 'Rs.100-500', 'Rs.500-1000', 'Rs.1000-2000', 'Rs.2000+']
const filters = budgets.flatMap((budget) => [{ budget }, { budget, industry: 'Pharmaceutical' }])
/** Pages of the catalogue with no filter, one and two. */
const paths = [{}, ...filters].map((filter) => {
  const parameters = new URLSearchParams({ page_size: '48', ...filter })
  return `/rest/v1/rpc/catalogue_page?${parameters}`
})

/** How many catalogue pages a second the backend answers, on each database, with the demo catalogue. */
export const throughputPart: BenchPart = {
  title: `Catalogue pages a second, ${connections} connections, one process beside the site`,
  async run(say) {
    await using postgres = await startBenchPostgres(say)
    return [...(await measureSite('PostgreSQL', postgres.url)), ...(await measureSite('embedded', ''))]
  },
}

async function measureSite(database: string, databaseUrl: string): Promise<readonly Measurement[]> {
  await using site = await startBenchSite({ databaseUrl, seed: 'demo' })
  const customer = { authorization: `Bearer ${await site.signIn('customer')}` }
  const previews = paths.map((path) => ({ path, headers: {} }))
  const unchanged = await Promise.all(
    paths.map(async (path) => {
      const { headers } = await site.send({ path, headers: encodings })
      return { path, headers: { 'if-none-match': headers.get('etag') ?? '' } }
    }),
  )
  const pages = paths.map((path) => ({ path, headers: customer }))
  let sent = 0
  // A cursor ends with an id. Any id is valid, so no cache has these pages.
  const { next } = (await site.json({ path: '/rest/v1/rpc/catalogue_page', headers: customer })) as {
    readonly next: string
  }
  const unique = pages.map(({ path, headers }) => ({
    headers,
    setupRequest: (request: autocannon.Request) => {
      const id = `00000000-0000-0000-0000-${String((sent += 1)).padStart(12, '0')}`
      return { ...request, path: `${path}&after=${next.slice(0, -id.length)}${id}` }
    },
  }))
  const uncached = await pagesPerSecond(site, unique)
  const what = 'customers’ pages of 48, not cached'
  const target = (name: string, value: number) =>
    atLeast(requestsPerSecond, `${database}, ${name}`, value, 'requests/s')
  return [
    target('visitors’ previews, cached', await pagesPerSecond(site, previews)),
    target('visitors’ previews, not modified', await pagesPerSecond(site, unchanged, 304)),
    target('customers’ pages of 48, cached', await pagesPerSecond(site, pages)),
    // The embedded database works in one thread of the site's own process.
    databaseUrl === ''
      ? { name: `${database}, ${what}`, value: uncached, unit: 'requests/s' }
      : target(what, uncached),
  ]
}

/** @throws when a response has another status than the expected one */
async function pagesPerSecond(
  { url, key }: BenchSite,
  requests: readonly autocannon.Request[],
  status = 200,
): Promise<number> {
  const options: autocannon.Options = {
    url,
    connections,
    requests: requests.map((request) => ({
      ...request,
      headers: { apikey: key, ...encodings, ...request.headers },
    })),
  }
  await autocannon({ ...options, duration: warmUpSeconds })
  const { errors, statusCodeStats, requests: answered } = await autocannon({ ...options, duration: seconds })
  const isWrong = Object.keys(statusCodeStats ?? {}).some((code) => Number(code) !== status)
  if (isWrong || errors > 0) throw new Error(`${errors} errors, statuses ${JSON.stringify(statusCodeStats)}`)
  return answered.average
}
