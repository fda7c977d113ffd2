import type { Backend } from '../kernel/backend.ts'
import { send } from '../kernel/rest-request.ts'

const reported = new Set<string>()

/**
 * Reports a search of the catalogue that found nothing, once in the life of the page: the dashboard lists what is missed most.
 * The server stores its words alone. Never throws: nothing depends on it.
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
