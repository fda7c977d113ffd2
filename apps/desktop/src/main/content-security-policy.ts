import type { Connection } from '../ipc/contract.ts'

/**
 * The page may load its own files and connect to the backend. Images may come from any https origin, because
 * administrators enter logo URLs. Inline styles are allowed for Mantine; inline scripts and eval are not.
 */
export function contentSecurityPolicy(connection: Pick<Connection, 'supabaseUrl'> | null): string {
  const backend = connection === null ? [] : backendOrigins(connection.supabaseUrl)
  const backendImages = backend.filter((origin) => origin.startsWith('http'))
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...backendImages],
    'connect-src': ["'self'", ...backend],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'none'"],
    'media-src': ["'none'"],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** The backend's HTTP and WebSocket origins. Paths are dropped, so that no text of a URL can end a directive. */
function backendOrigins(address: string): readonly string[] {
  if (!URL.canParse(address)) return []
  const { protocol, host } = new URL(address)
  if (protocol === 'https:') return [`https://${host}`, `wss://${host}`]
  return protocol === 'http:' ? [`http://${host}`, `ws://${host}`] : []
}
