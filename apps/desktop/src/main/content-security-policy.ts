import type { Connection } from '../ipc/contract.ts'

/**
 * What the page may load and talk to: its own files and the connected backend, nothing else. Pictures may lie anywhere on
 * https, since logos are addresses that an administrator types. Mantine writes style elements, which is the one thing
 * inline; no script is, and none is made of text.
 */
export function contentSecurityPolicy(connection: Pick<Connection, 'supabaseUrl'> | null): string {
  const backend = connection === null ? [] : backendOrigins(connection.supabaseUrl)
  const pictures = backend.filter((origin) => origin.startsWith('http'))
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...pictures],
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

/** The backend for requests and for its live channel; the origin alone, so that no text of an address can end a directive. */
function backendOrigins(address: string): readonly string[] {
  if (!URL.canParse(address)) return []
  const { protocol, host } = new URL(address)
  if (protocol === 'https:') return [`https://${host}`, `wss://${host}`]
  return protocol === 'http:' ? [`http://${host}`, `ws://${host}`] : []
}
