import type { Transact } from '../database/database.ts'
import type { Settings } from '../settings.ts'
import type { Say } from '../say.ts'
import type { Demo } from './demo-target.ts'
import { recordDone, valueOf } from './progress.ts'

/**
 * Fills the catalogue on the first start, or leaves it empty, as asked. All of it is one transaction: a start that
 * is cut off leaves an empty catalogue. The demo's images are drawn later (`createLateImages`); that they are awaited
 * is part of the transaction.
 * @returns whether this start did it
 */
export async function fillFirstCatalogue(
  transact: Transact,
  seed: Settings['seed'],
  loadDemo: () => Promise<Demo>,
  say: Say,
): Promise<boolean> {
  return transact(async (session) => {
    if ((await valueOf(session, 'catalogue')) !== null) return false
    if (seed === 'demo') {
      say('filling the catalogue with the demo products …')
      const demo = await loadDemo()
      await demo.writeRows({ query: async (sql, params) => session.query(sql, params) })
      await recordDone(session, 'demo images', 'awaited')
    }
    await recordDone(session, 'catalogue', seed)
    return true
  })
}
