import { backOffice } from '@giftwell/backend/testing/import-client.ts'
import postgres from 'postgres'

import { startBenchPostgres, startBenchSite } from './bench-site.ts'
import { createFilled } from './database.ts'
import { atMost, type BenchPart, type Measurement, median } from './measurement.ts'

const products = 10_000
const inserted = 3000

/** How long a change of many products takes on PostgreSQL, with its history and what undoes it. */
export const bulkPart: BenchPart = {
  title: `Changes of ${products.toLocaleString('en')} products at once, on PostgreSQL`,
  async run(say) {
    await using server = await startBenchPostgres(say)
    say('writing products')
    const databaseUrl = await createFilled(server.url, products, 0)
    const measurements: Measurement[] = [await costOfTriggers(databaseUrl)]
    await using site = await startBenchSite({ databaseUrl, seed: 'empty' })
    const rest = await (await backOffice(site.url, site.admin)).loadRest()
    const time = async (what: string, change: PromiseLike<{ readonly data: unknown }>) => {
      const began = performance.now()
      const { data } = await change
      measurements.push(atMost(5, what, (performance.now() - began) / 1000, 's'))
      return Object(data)
    }
    const undo = (record_id: string) => rest.rpc('restore_record', { record_id }).throwOnError()
    const { data: theme } = await rest.from('themes').select('id').limit(1).single().throwOnError()
    const changes = { add: { theme: [theme.id] }, set: { budget: 'Rs.2000+', featured: true } }
    const edit = rest.rpc('bulk_edit_products', { changes, label: 'Benchmark' }).throwOnError()
    await time('undone', undo((await time('tags, budget and mark of all of them, with history', edit)).undo))
    const deletion = rest.rpc('delete_records', { entity: 'products' }).throwOnError()
    await time('restored', undo((await time('all of them deleted', deletion)).undo))
    return measurements
  },
}

/** How much longer products take in one statement with our triggers than without them; foreign keys are always checked. */
async function costOfTriggers(databaseUrl: string): Promise<Measurement> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const times = { enable: [] as number[], disable: [] as number[] }
  for (let round = 0; round < 7; round += 1) {
    for (const triggers of ['enable', 'disable'] as const) {
      await sql.unsafe(`begin; alter table public.products ${triggers} trigger user`).simple()
      const began = performance.now()
      await sql.unsafe(`
        insert into public.products (name, category_id, budget, is_sample)
        select 'Imported no. ' || n, (select id from public.categories order by id limit 1), 'Rs.100-500', true
        from generate_series(1, ${inserted}) as n`)
      times[triggers].push(performance.now() - began)
      await sql.unsafe('rollback')
    }
  }
  await sql.end()
  const name = `${inserted.toLocaleString('en')} products in one statement with triggers, by that without`
  return atMost(2.5, name, median(times.enable) / median(times.disable), 'ratio')
}
