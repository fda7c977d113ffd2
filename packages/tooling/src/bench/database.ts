import postgres from 'postgres'

import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { prepareDatabase } from '../database/prepare-database.ts'
import { startPostgres } from '../database/start-postgres.ts'
import { fillCatalogue } from '../site/fill-catalogue.ts'
import { startBenchSite } from './bench-site.ts'
import { type BenchPart, type Measurement, median, percentile } from './measurement.ts'
import { catalogueChange, type QueryScenario, queryScenarios } from './query-scenarios.ts'

const sizes = [3200, 50_000, 500_000] as const
const leads = 100_000
const warmUps = 8
const rounds = 100
const imported = 3000

/** How long the API takes for the website's and the back office's questions as the catalogue grows, and a bulk import. */
export const databasePart: BenchPart = {
  title: `Answers of the API on PostgreSQL, by the number of products, with ${leads.toLocaleString('en')} leads`,
  async run(say) {
    const server = await startPostgres(say)
    if ('skipped' in server) throw new Error(`PostgreSQL: ${server.skipped}`)
    try {
      const bySize: (readonly number[])[][] = []
      const imports: Measurement[] = []
      for (const products of sizes) {
        say(`writing ${products.toLocaleString('en')} products ...`)
        const databaseUrl = await createFilled(server.url, products)
        say('asking ...')
        bySize.push(await timeScenarios(databaseUrl, products))
        imports.push(await costOfImport(databaseUrl, products))
      }
      const names = queryScenarios(sizes[0], leads).map(({ name }) => name)
      return [
        ...names.flatMap((name, at) =>
          ofScenario(
            name,
            bySize.map((times) => times[at] ?? []),
          ),
        ),
        ...imports,
      ]
    } finally {
      await server.stop()
    }
  },
}

/** Creates a database beside the server's first one, and fills it. */
async function createFilled(serverUrl: string, products: number): Promise<string> {
  const name = `products_${products}`
  const server = postgres(serverUrl, { max: 1 })
  try {
    await server.unsafe(`create database ${name}`)
  } finally {
    await server.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const database = await openPostgres(url.href)
  try {
    await prepareDatabase(database)
    await database.transaction(async (session) => fillCatalogue(session, { products, leads }))
    await database.vacuum()
  } finally {
    await database.close()
  }
  return url.href
}

/** The milliseconds of each scenario, in turn. Every round begins with a change of the catalogue, so that no cache answers. */
async function timeScenarios(databaseUrl: string, products: number): Promise<(readonly number[])[]> {
  const site = await startBenchSite({ databaseUrl, seed: 'empty' })
  try {
    const [admin, customer] = [await site.signIn('admin'), await site.signIn('customer')]
    const tokens = { visitor: {}, customer: { token: customer }, administrator: { token: admin } }
    const scenarios = queryScenarios(products, leads)
    const times = scenarios.map((): number[] => [])
    const run = ({ caller, requests }: QueryScenario) =>
      Promise.all(requests.map(async (request) => site.json({ ...request, ...tokens[caller] })))
    for (let round = 0; round < warmUps + rounds; round += 1) {
      await site.json({ ...catalogueChange(String(round)), token: admin })
      for (const [at, scenario] of scenarios.entries()) {
        const began = performance.now()
        await run(scenario)
        if (round >= warmUps) times[at]?.push(performance.now() - began)
      }
    }
    return times
  } finally {
    await site.stop()
  }
}

function ofScenario(name: string, bySize: readonly (readonly number[])[]): Measurement[] {
  const p95 = bySize.map((times) => percentile(times, 0.95))
  const times = sizes.flatMap((size, at): Measurement[] => {
    const scenario = `${name}, ${size.toLocaleString('en')} products`
    return [
      { name: `${scenario}, p50`, value: median(bySize[at] ?? []), unit: 'ms' },
      {
        name: `${scenario}, p95`,
        value: p95[at] ?? Number.NaN,
        unit: 'ms',
        ...(at === 2 && { target: { atMost: 120 } }),
      },
    ]
  })
  const growth = (p95[1] ?? Number.NaN) / (p95[0] ?? Number.NaN)
  return [
    ...times,
    { name: `${name}, growth of p95 to 50,000`, value: growth, unit: 'ratio', target: { atMost: 2 } },
  ]
}

/** How much longer products take in one statement with the triggers than without them. */
async function costOfImport(databaseUrl: string, products: number): Promise<Measurement> {
  const database = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const insert = async (triggers: 'origin' | 'replica') => {
    const connection = await database.reserve()
    try {
      await connection.unsafe(`begin; set local session_replication_role = ${triggers}`)
      const began = performance.now()
      await connection.unsafe(`
        insert into public.products (name, category_id, budget, is_sample)
        select 'Imported no. ' || n, (select id from public.categories order by id limit 1), 'Rs.100-500', true
        from generate_series(1, ${imported}) as n`)
      return performance.now() - began
    } finally {
      await connection.unsafe('rollback')
      connection.release()
    }
  }
  try {
    const withTriggers: number[] = []
    const without: number[] = []
    for (let round = 0; round < 7; round += 1) {
      without.push(await insert('replica'))
      withTriggers.push(await insert('origin'))
    }
    const cost = median(withTriggers) / median(without)
    return {
      name: `${imported.toLocaleString('en')} products in one statement with triggers, by that without, among ${products.toLocaleString('en')}`,
      value: cost,
      unit: 'ratio',
      target: { atMost: 2.5 },
    }
  } finally {
    await database.end()
  }
}
