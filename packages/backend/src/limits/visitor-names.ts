import { createHmac, randomBytes } from 'node:crypto'

/** Gives what a visitor is known by a name of equal length that leads back to nobody outside this process. */
export type VisitorName = (...known: readonly string[]) => string

/** Names are made with a key that is never written down: the server's memory holds no addresses. */
export function createVisitorNames(): VisitorName {
  const key = randomBytes(32)
  return (...known) => createHmac('sha256', key).update(known.join('\n')).digest('base64url').slice(0, 24)
}
