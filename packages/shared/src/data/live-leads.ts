import type { Backend } from './backend.ts'

/** Each listener has a channel of its own: one that is shared cannot be joined later or left earlier. */
let channels = 0

/**
 * Calls the listener whenever a lead comes in, where the backend announces changes (a hosted project does, the embedded
 * backend does not); elsewhere nothing happens, quietly. It is only ever faster than asking from time to time, which
 * has to go on: an announcement may be lost. Returns the way to stop.
 */
export function watchLeads(backend: Backend, onLead: () => void): () => void {
  let isWanted = true
  let stop = () => {}

  async function start() {
    if (!(await announcesChanges(backend)) || !isWanted) return
    const supabase = await backend.loadSupabase()
    if (!isWanted) return
    const channel = supabase
      .channel(`new-leads-${(channels += 1)}`)
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'leads' }, onLead)
      .subscribe()
    stop = () => void supabase.removeChannel(channel)
  }

  start().catch(() => {}) // leads are asked for anyway
  return () => {
    isWanted = false
    stop()
  }
}

/**
 * Whether there is a realtime service. Opening its socket to find out would write an error into the console where
 * there is none; its ping is JSON, and the website's page is what other servers answer instead.
 */
async function announcesChanges({ config }: Backend): Promise<boolean> {
  const answer = await fetch(`${config.supabaseUrl}/realtime/v1/api/ping`, {
    headers: { apikey: config.supabaseKey },
  })
  return answer.ok && (answer.headers.get('content-type') ?? '').includes('json')
}
