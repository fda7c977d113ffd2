import type { Say } from '../say.ts'
import type { Database } from './database.ts'

const hour = 3_600_000

/**
 * Tidies a database once an hour while it is used.
 * @returns how to stop
 */
export function tidyRegularly(database: Database, say: Say, period = hour): () => void {
  const timer = setInterval(() => {
    database.tidy().catch((error: unknown) => {
      say(`the database could not be tidied: ${error instanceof Error ? error.name : 'unknown reason'}`)
    })
  }, period)
  timer.unref()
  return () => clearInterval(timer)
}
