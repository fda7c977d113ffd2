import { startBenchPostgres, startBenchSite } from './bench-site.ts'
import { createFilled } from './database.ts'
import { atMost, type BenchPart, type Measurement } from './measurement.ts'

const products = 10_000

/** How long an edit of many products takes through the API, with its history and what undoes it. */
export const bulkPart: BenchPart = {
  title: `A bulk edit of ${products.toLocaleString('en')} products on PostgreSQL`,
  async run(say) {
    await using server = await startBenchPostgres(say)
    say('writing products')
    const databaseUrl = await createFilled(server.url, products, 0)
    await using site = await startBenchSite({ databaseUrl, seed: 'empty' })
    const token = await site.signIn('admin')
    const measurements: Measurement[] = []
    const time = async (what: string, name: string, body: object) => {
      say(what)
      const began = performance.now()
      const answer = Object(await site.json({ path: `/rest/v1/rpc/${name}`, body, token }))
      measurements.push(atMost(5, what, (performance.now() - began) / 1000, 's'))
      return answer
    }
    const [theme] = Object(await site.json({ path: '/rest/v1/themes?select=id&limit=1', token }))
    const changes = { add: { theme: [theme.id] }, set: { budget: 'Rs.2000+', featured: true } }
    const all = 'tags, budget and mark of all of them, with history'
    const edit = await time(all, 'bulk_edit_products', { changes, label: 'Benchmark' })
    if (edit.changed < products * 0.5) throw new Error(`Only ${edit.changed} products were changed`)
    await time('undone', 'restore_record', { record_id: edit.undo })
    const deletion = await time('all of them deleted', 'delete_records', { entity: 'products' })
    if (deletion.deleted !== products) throw new Error(`Only ${deletion.deleted} products were deleted`)
    await time('restored', 'restore_record', { record_id: deletion.undo })
    return measurements
  },
}
