import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBucket } from '@giftwell/backend/testing/start-bucket.ts'
import autocannon from 'autocannon'
import postgres from 'postgres'

import { inDatabase } from '../database/start-postgres.ts'
import { startSite } from '../site/start-site.ts'
import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import { type BenchSite, startBenchPostgres, startBenchSite } from './bench-site.ts'
import { atLeast, atMost, type BenchPart, type Measurement, median, timeOf } from './measurement.ts'

const connections = 8
const duration = 4
const requestsPerSecond = 600
const laterStarts = 5
/** What a browser sends. The ETag of a response depends on it. */
const encodings = { 'accept-encoding': 'gzip, deflate, br, zstd' }
/** Pages of the catalogue with no filter, one and two. */
const paths = [
  {},
  ...budgetBands.flatMap((budget) => [{ budget }, { budget, industry: 'Pharmaceutical' }]),
].map((filter) => `/rest/v1/rpc/catalogue_page?${new URLSearchParams({ page_size: '48', ...filter })}`)

/** How many catalogue pages a second the backend answers, on each database, with the demo catalogue. */
export const throughputPart: BenchPart = {
  title: `Catalogue pages a second, ${connections} connections, one process beside the site`,
  async run(log) {
    await using server = await startBenchPostgres(log)
    return [
      ...(await measureSite('PostgreSQL', server.url)),
      ...(await measureSeveral(inDatabase(server.url, 'several'), server.url)),
      ...(await measureSite('embedded', '')),
    ]
  },
}

/** Customers' cached pages of one, two and three servers on one database and bucket, each asked by its share of the connections. */
async function measureSeveral(databaseUrl: string, serverUrl: string): Promise<readonly Measurement[]> {
  const sql = postgres(serverUrl, { max: 1 })
  await sql.unsafe(`create database ${new URL(databaseUrl).pathname.slice(1)}`)
  await sql.end()
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-bench-'))
  stack.defer(async () => rm(folder, { recursive: true, force: true }))
  const bucket = await startBucket(folder)
  stack.defer(bucket.close)
  const env = { STORAGE_URL: bucket.url, SMTP_URL: 'smtp://127.0.0.1:47' }
  const sites: BenchSite[] = []
  const measured: Measurement[] = []
  let token: string | undefined
  for (const count of [1, 2, 3]) {
    const site = stack.use(await startBenchSite({ databaseUrl, env, seed: 'demo' }))
    sites.push(site)
    token ??= await site.signIn('customer')
    const pages = paths.map((path) => ({ path, headers: { authorization: `Bearer ${token}` } }))
    const rates = await Promise.all(
      sites.map(async (each) => pagesPerSecond(each, pages, 200, Math.round(connections / count))),
    )
    const value = rates.reduce((sum, rate) => sum + rate, 0)
    measured.push({
      name: `PostgreSQL, customers’ pages of 48, cached, ${count === 1 ? 'one server' : `${count} servers`}`,
      value,
      unit: 'requests/s',
    })
  }
  return measured
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
  const target = (name: string, value: number) =>
    atLeast(requestsPerSecond, `${database}, ${name}`, value, 'requests/s')
  const notCached = target('customers’ pages of 48, not cached', uncached)
  return [
    target('visitors’ previews, cached', await pagesPerSecond(site, previews)),
    target('visitors’ previews, not modified', await pagesPerSecond(site, unchanged, 304)),
    target('customers’ pages of 48, cached', await pagesPerSecond(site, pages)),
    // The embedded database works in one thread of the site's own process, so it has no target.
    databaseUrl === '' ? { name: notCached.name, value: uncached, unit: 'requests/s' } : notCached,
  ]
}

/** Measured after as long a warm-up. @throws when a response has another status than the expected one */
async function pagesPerSecond(
  { url, key }: BenchSite,
  requests: readonly autocannon.Request[],
  status = 200,
  concurrent = connections,
): Promise<number> {
  const withHeaders = requests.map((request) => ({
    ...request,
    headers: { apikey: key, ...encodings, ...request.headers },
  }))
  const options = { url, connections: concurrent, duration, requests: withHeaders }
  await autocannon(options)
  const { errors, statusCodeStats, requests: answered } = await autocannon(options)
  const isWrong = Object.keys(statusCodeStats ?? {}).some((code) => Number(code) !== status)
  if (isWrong || errors > 0) throw new Error(`${errors} errors, statuses ${JSON.stringify(statusCodeStats)}`)
  return answered.average
}

/** How long the program behind `npm start` takes: on an empty data folder, and on one that is there. */
export const startPart: BenchPart = {
  title: 'Starts of the site, built, without npm',
  async run(log) {
    log('the first start')
    const began = performance.now()
    await using site = await startSite({ seed: 'demo' })
    const first = performance.now() - began
    log('later starts')
    const later: number[] = []
    for (let round = 0; round < laterStarts; round += 1) {
      await site.halt()
      const time = await timeOf(async () => {
        await site.resume()
        for (const path of ['/', '/catalogue', '/config.json']) await (await fetch(site.url + path)).text()
      })
      later.push(time)
    }
    return [
      atMost(15, 'first start, ready', first / 1000, 's'),
      atMost(2, `later start, pages answered, median of ${laterStarts}`, median(later) / 1000, 's'),
    ]
  },
}
