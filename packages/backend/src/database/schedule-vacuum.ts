import type { Say } from '../process/terminal.ts'
import type { Database } from './database.ts'

const hourMs = 3_600_000

/**
 * Vacuums a database once an hour while it is used.
 * @returns how to stop
 */
export function scheduleVacuum(database: Database, say: Say, intervalMs = hourMs): () => void {
  const timer = setInterval(() => {
    database.vacuum().catch((error: unknown) => {
      say(`the database could not be tidied: ${error instanceof Error ? error.name : 'unknown reason'}`)
    })
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
