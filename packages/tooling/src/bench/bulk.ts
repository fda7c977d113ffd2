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
        const times = {
          edit: [] as number[],
          undo: [] as number[],
          deletion: [] as number[],
          restored: [] as number[],
        }
        const timed = async (kind: keyof typeof times, name: string, body: object) => {
          const began = performance.now()
          const answer = Object(await call(name, body))
          times[kind].push((performance.now() - began) / 1000)
          return answer
        }
        for (let round = 0; round < rounds; round += 1) {
          say(`round ${round + 1}`)
          // Every product differs from it in one round or another.
          const changes = {
            [round % 2 === 0 ? 'add' : 'remove']: { theme: [Object(theme).id] },
            set: { budget: round % 2 === 0 ? 'Rs.2000+' : 'Rs.10-100', featured: round % 2 === 0 },
          }
          const edit = await timed('edit', 'bulk_edit_products', { changes, label: 'Benchmark' })
          if (edit.changed < edited * 0.5) throw new Error(`Only ${edit.changed} products were changed`)
          await timed('undo', 'restore_record', { record_id: edit.undo })
          const deletion = await timed('deletion', 'delete_records', { entity: 'products' })
          if (deletion.deleted !== edited) throw new Error(`Only ${deletion.deleted} products were deleted`)
          await timed('restored', 'restore_record', { record_id: deletion.undo })
        }
        return [
          atMost(5, 'tags, budget and mark of all of them, with history', median(times.edit), 's'),
          atMost(5, 'undone', median(times.undo), 's'),
          atMost(5, 'all of them deleted', median(times.deletion), 's'),
          atMost(5, 'restored', median(times.restored), 's'),
        ]
      } finally {
        await site.stop()
      }
    } finally {
      await server.stop()
    }
  },
}
