import { startPostgres } from '../database/start-postgres.ts'
import { startBenchSite } from './bench-site.ts'
import { createFilled } from './database.ts'
import { atMost, type BenchPart, median } from './measurement.ts'

const edited = 10_000
const rounds = 3

/** How long an edit of many products takes through the API, with its history and what undoes it. */
export const bulkPart: BenchPart = {
  title: `A bulk edit of ${edited.toLocaleString('en')} products on PostgreSQL`,
  async run(say) {
    const server = await startPostgres(say)
    if ('skipped' in server) throw new Error(`PostgreSQL: ${server.skipped}`)
    try {
      say('writing products')
      const databaseUrl = await createFilled(server.url, edited, 0)
      const site = await startBenchSite({ databaseUrl, seed: 'empty' })
      try {
        const token = await site.signIn('admin')
        const call = (name: string, body: object) => site.json({ path: `/rest/v1/rpc/${name}`, body, token })
        const [theme] = Object(await site.json({ path: '/rest/v1/themes?select=id&limit=1', token }))
        const times = { edit: [] as number[], undo: [] as number[] }
        for (let round = 0; round < rounds; round += 1) {
          say(`round ${round + 1}`)
          // Every product differs from it in one round or another.
          const changes = {
            [round % 2 === 0 ? 'add' : 'remove']: { theme: [Object(theme).id] },
            set: { budget: round % 2 === 0 ? 'Rs.2000+' : 'Rs.10-100', featured: round % 2 === 0 },
          }
          let began = performance.now()
          const done = Object(await call('bulk_edit_products', { changes, label: 'Benchmark' }))
          times.edit.push((performance.now() - began) / 1000)
          if (done.changed < edited * 0.5) throw new Error(`Only ${done.changed} products were changed`)
          began = performance.now()
          await call('restore_record', { record_id: done.undo })
          times.undo.push((performance.now() - began) / 1000)
        }
        return [
          atMost(5, 'tags, budget and mark of all of them, with history', median(times.edit), 's'),
          atMost(5, 'undone', median(times.undo), 's'),
        ]
      } finally {
        await site.stop()
      }
    } finally {
      await server.stop()
    }
  },
}
