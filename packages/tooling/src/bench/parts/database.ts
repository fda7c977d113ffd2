import postgres from 'postgres'

import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { prepareDatabase } from '../../database/prepare-database.ts'
import { startPostgres } from '../../database/start-postgres.ts'
import { startLoadSite } from '../../load/start-load-site.ts'
import { fillCatalogue } from '../../site/fill-catalogue.ts'
import type { BenchPart, Measurement } from '../bench-part.ts'
import { catalogueDeeds } from './database/catalogue-questions.ts'
import type { Deed } from './database/deed.ts'
import { timeDeeds, type Times } from './database/time-deeds.ts'

const sizes = [3200, 50_000, 500_000] as const
const leads = 100_000
/** How much longer the largest catalogue's answers may take than the smallest one's. */
const mostGrowth = 2

/** How long the website and the back office wait for the database as the catalogue grows, through the API. */
export const databasePart: BenchPart = {
  name: 'database',
  title: `Answers of the API on PostgreSQL, by the number of products, with ${leads.toLocaleString('en')} leads`,
  async run({ say }) {
    const server = await startPostgres(say)
    if ('skipped' in server) throw new Error(`PostgreSQL: ${server.skipped}`)
    try {
      const measured: (readonly (readonly [Deed, Times])[])[] = []
      for (const products of sizes) {
        say(`writing ${products.toLocaleString('en')} products ...`)
        const databaseUrl = await filled(server.url, products)
        say('asking ...')
        measured.push(await timesOf(databaseUrl, products))
      }
      return measured[0]?.flatMap((_, at) => measurementsOf(measured.map((deeds) => deeds[at]))) ?? []
    } finally {
      await server.stop()
    }
  },
}

/** A database of its own beside the server's first one. */
async function filled(serverUrl: string, products: number): Promise<string> {
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
    await database.tidy()
  } finally {
    await database.close()
  }
  return url.href
}

async function timesOf(databaseUrl: string, products: number): Promise<(readonly [Deed, Times])[]> {
  const site = await startLoadSite({ databaseUrl, seed: 'empty' })
  try {
    return [...(await timeDeeds(site.url, site.admin, catalogueDeeds(products, leads)))]
  } finally {
    await site.stop()
  }
}

function measurementsOf(bySize: readonly (readonly [Deed, Times] | undefined)[]): Measurement[] {
  const measured = bySize.flatMap((entry) => entry ?? [])
  const [first] = bySize
  if (first === undefined || measured.length === 0) return []
  const [{ name, isNewEachTime }, smallest] = first
  const largest = bySize.at(-1)?.[1].p95 ?? Number.NaN
  const times = bySize.flatMap((entry, at): Measurement[] => {
    if (entry === undefined) return []
    const size = `${name}, ${(sizes[at] ?? 0).toLocaleString('en')} products`
    return [
      { name: `${size}, p50`, value: entry[1].p50, unit: 'ms' },
      { name: `${size}, p95`, value: entry[1].p95, unit: 'ms' },
    ]
  })
  const growth: Measurement = { name: `${name}, growth of p95`, value: largest / smallest.p95, unit: 'ratio' }
  return [...times, isNewEachTime === true ? growth : { ...growth, target: { atMost: mostGrowth } }]
}
