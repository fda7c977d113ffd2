import type { Backend } from '@giftwell/shared/kernel/backend.ts'

/** Milliseconds that the probe of the service may take. */
const probeTimeout = 10_000

/** Each subscription needs its own channel, because a shared one cannot be joined later or left earlier. */
let channels = 0

interface RealtimeOptions {
  /** Called for each new lead, and each event of a lead. */
  readonly onChange: () => void
  /** Whether events come. */
  readonly onSubscribedChange: (isSubscribed: boolean) => void
}

/**
 * Subscribes to new leads and to their events, where the backend has a realtime service: a hosted project does, the embedded
 * backend does not. Events may be lost, so polling has to continue. Returns a function that unsubscribes.
 */
export function subscribeToLeads(
  backend: Backend,
  { onChange, onSubscribedChange }: RealtimeOptions,
): () => void {
  const ending = new AbortController()
  const { signal } = ending

  async function start() {
    if (!(await hasRealtime(backend, signal))) return
    const supabase = await backend.loadSupabase()
    if (signal.aborted) return
    const inserts = { event: 'INSERT', schema: 'public' } as const
    const channel = supabase
      .channel(`leads-${(channels += 1)}`)
      .on('postgres_changes', { ...inserts, table: 'leads' }, onChange)
      .on('postgres_changes', { ...inserts, table: 'lead_events' }, onChange)
      .subscribe((status: string) => onSubscribedChange(status === 'SUBSCRIBED'))
    signal.addEventListener('abort', () => {
      onSubscribedChange(false)
      void supabase.removeChannel(channel)
    })
  }

  start().catch(() => {}) // polling continues
  return () => ending.abort()
}

/**
 * Probes the realtime service. Opening its socket without a service would log an error; its ping responds with JSON, while
 * other servers respond with the website's HTML.
 */
async function hasRealtime({ config }: Backend, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(`${config.supabaseUrl}/realtime/v1/api/ping`, {
    headers: { apikey: config.supabaseKey },
    signal: AbortSignal.any([signal, AbortSignal.timeout(probeTimeout)]),
  })
  signal.throwIfAborted()
  return response.ok && (response.headers.get('content-type') ?? '').includes('json')
}
