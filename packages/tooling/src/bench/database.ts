import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { backOffice } from '@giftwell/backend/testing/import-client.ts'
import { createOwnedDatabase, inDatabase } from '../database/owned-database.ts'
import { prepareDatabase } from '../database/prepare-database.ts'
import { fillCatalogue } from '../site/fill-catalogue.ts'
import { customer, startBenchPostgres, startBenchSite } from './bench-site.ts'
import { atMost, type BenchPart, type Measurement, percentile } from './measurement.ts'
import { backOfficeScenarios, catalogueScenarios } from './query-scenarios.ts'

const sizes = [3200, 50_000, 500_000] as const
const leads = 100_000
const warmUps = 8
const rounds = 100

/** How long the API takes for the website's and the back office's questions as the catalogue grows. */
export const databasePart: BenchPart = {
  title: `The API on PostgreSQL, by the number of products, with ${leads.toLocaleString('en')} leads`,
  async run(say) {
    await using server = await startBenchPostgres(say)
    const p95: ReadonlyMap<string, number>[] = []
    for (const products of sizes) {
      say(`writing ${products.toLocaleString('en')} products`)
      const databaseUrl = await createFilled(server.url, products, leads)
      say('sending requests')
      p95.push(await timeScenarios(databaseUrl, products))
    }
    return growth(p95)
  },
}

/** Creates a database beside the server's first one, fills it with products and leads, and returns its address. */
export async function createFilled(serverUrl: string, products: number, leadCount: number): Promise<string> {
  const name = `products_${products}`
  await createOwnedDatabase(serverUrl, name, { hasRoles: false })
  const url = inDatabase(serverUrl, name)
  await using database = await openPostgres(url)
  await prepareDatabase(database)
  await database.transaction(async (session) => fillCatalogue(session, { products, leads: leadCount }))
  await database.vacuum()
  return url
}

/**
 * The p95 of each scenario, by its name. The scenarios run in turn, and every round begins with a change of the
 * catalogue, so that no cache answers.
 */
async function timeScenarios(databaseUrl: string, products: number): Promise<ReadonlyMap<string, number>> {
  await using site = await startBenchSite({ databaseUrl, seed: 'empty' })
  await site.signIn('customer')
  const admin = await backOffice(site.url, site.admin)
  const scenarios = Object.entries({
    ...backOfficeScenarios(admin, products, leads),
    preview: () => site.json({ path: '/rest/v1/rpc/catalogue_page?page_size=48' }),
    ...catalogueScenarios(await backOffice(site.url, customer), products),
  })
  const rest = await admin.loadRest()
  const times = scenarios.map((): number[] => [])
  for (let round = 0; round < warmUps + rounds; round += 1) {
    await rest
      .from('themes')
      .update({ description: String(round) })
      .eq('name', 'Theme 7')
      .throwOnError()
    for (const [at, [, ask]] of scenarios.entries()) {
      const began = performance.now()
      await ask()
      if (round >= warmUps) times[at]?.push(performance.now() - began)
    }
  }
  return new Map(scenarios.map(([name], at) => [name, percentile(times[at] ?? [], 0.95)]))
}

function growth([small, medium, large]: readonly ReadonlyMap<string, number>[]): Measurement[] {
  const value = (p95: ReadonlyMap<string, number> | undefined, name: string) => p95?.get(name) ?? Number.NaN
  return [...(small?.keys() ?? [])].flatMap((name): Measurement[] => [
    { name: `${name}, 3,200 products, p95`, value: value(small, name), unit: 'ms' },
    { name: `${name}, 50,000 products, p95`, value: value(medium, name), unit: 'ms' },
    atMost(2, `${name}, growth of p95 to 50,000`, value(medium, name) / value(small, name), 'ratio'),
    atMost(120, `${name}, 500,000 products, p95`, value(large, name), 'ms'),
  ])
}
