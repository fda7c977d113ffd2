import type { Backend } from '../kernel/backend.ts'
import { send } from '../kernel/rest-request.ts'

const reported = new Set<string>()

/**
 * Reports a search of the catalogue without a result, once per page load, for the dashboard's list of missed
 * searches. The server stores only its words. Never throws, since nothing depends on it.
 */
export async function reportMissedSearch(backend: Backend, q: string): Promise<void> {
  if (reported.has(q)) return
  reported.add(q)
  try {
    const rest = await backend.loadRest()
    await rest.rpc('report_missed_search', { q })
  } catch {
    // Offline.
  }
}

/** Takes a search off the list, until it finds nothing again. */
export async function dismissMissedSearch(backend: Backend, words: string): Promise<void> {
  await send(backend, (rest) => rest.from('missed_searches').delete().eq('words', words))
}
