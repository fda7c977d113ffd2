import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { backOffice } from '@giftwell/backend/testing/import-client.ts'
import { prepareDatabase } from '../database/embedded-database.ts'
import { createOwnedDatabase, inDatabase } from '../database/start-postgres.ts'
import { fillCatalogue } from '../site/fill-catalogue.ts'
import { customer, startBenchPostgres, startBenchSite } from './bench-site.ts'
import { atMost, type BenchPart, percentile, timeOf } from './measurement.ts'
import { backOfficeScenarios, catalogueScenarios } from './query-scenarios.ts'

const sizes = [3200, 50_000, 500_000] as const
const leads = 100_000
const warmUps = 8
const rounds = 100

/** How long the API takes for the website's and the back office's queries as the catalogue grows. */
export const databasePart: BenchPart = {
  title: `The API on PostgreSQL, by the number of products, with ${leads.toLocaleString('en')} leads`,
  async run(log) {
    await using server = await startBenchPostgres(log)
    const p95: Record<string, number>[] = []
    for (const products of sizes) {
      log(`writing ${products.toLocaleString('en')} products`)
      const databaseUrl = await createFilled(server.url, products, leads)
      log('sending requests')
      p95.push(await timeScenarios(databaseUrl, products))
    }
    return Object.keys(p95[0] ?? {}).flatMap((name) => {
      const [small, medium, large] = p95.map((times) => times[name] ?? Number.NaN) as [number, number, number]
      return [
        { name: `${name}, 3,200 products, p95`, value: small, unit: 'ms' as const },
        { name: `${name}, 50,000 products, p95`, value: medium, unit: 'ms' as const },
        atMost(2, `${name}, growth of p95 to 50,000`, medium / small, 'ratio'),
        atMost(name.startsWith('figures') ? 300 : 120, `${name}, 500,000 products, p95`, large, 'ms'),
      ]
    })
  },
}

/** Creates a database beside the server's first one, fills it with products and leads, and returns its address. */
export async function createFilled(serverUrl: string, products: number, leadCount: number): Promise<string> {
  const name = `products_${products}`
  await createOwnedDatabase(serverUrl, name, { hasRoles: false })
  const url = inDatabase(serverUrl, name)
  await using database = await openPostgres(url)
  await prepareDatabase(database)
  await database.transaction(async (session) =>
    fillCatalogue(session, { products, leads: leadCount }, { hasCounts: true }),
  )
  await database.vacuum()
  return url
}

/**
 * The p95 of each scenario, by its name. The scenarios run in turn, and every round begins with a change of the
 * catalogue, so that no cache answers.
 */
async function timeScenarios(databaseUrl: string, products: number): Promise<Record<string, number>> {
  await using site = await startBenchSite({ databaseUrl, seed: 'empty' })
  await site.signIn('customer')
  const admin = await backOffice(site.url, site.admin)
  const scenarios = Object.entries({
    ...backOfficeScenarios(admin, products, leads),
    preview: () => site.json({ path: '/rest/v1/rpc/catalogue_page?page_size=48' }),
    ...catalogueScenarios(await backOffice(site.url, customer), products),
  }).map(([name, send]) => ({ name, send, times: [] as number[] }))
  const rest = await admin.loadRest()
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const change = { description: String(round) }
    await rest.from('themes').update(change).eq('name', 'Theme 7').throwOnError()
    for (const { send, times } of scenarios) {
      const time = await timeOf(send)
      if (round >= warmUps) times.push(time)
    }
  }
  return Object.fromEntries(scenarios.map(({ name, times }) => [name, percentile(times, 0.95)]))
}
