import { z } from 'zod'

import { parseJson } from '../kernel/parse-json.ts'
import { isFresh, type OfflineArea } from '../kernel/offline-area.ts'

/** The user of the back office that is cached for the offline app. */
export interface Identity {
  readonly id: string
  readonly email: string
  readonly role: 'administrator' | 'sales'
}

const identityKey = 'identity'
const identity = z.strictObject({
  version: z.literal(3),
  id: z.guid(),
  email: z.string(),
  role: z.enum(['administrator', 'sales']),
  /** When the server confirmed it, as an ISO date. */
  readAt: z.iso.datetime(),
})
/** The user id in supabase-js's stored session. */
const storedSession = z.object({ user: z.object({ id: z.guid() }) })

/** Stores the user of the back office that the server last confirmed. */
export async function cacheIdentity(area: OfflineArea, { id, email, role }: Identity, since: number) {
  const readAt = new Date().toISOString()
  await area.set(identityKey, JSON.stringify({ version: 3, id, email, role, readAt }), since)
}

/**
 * The user of the back office that the server last confirmed; null when there is none. If the entry is too old or
 * invalid, the whole area is wiped.
 */
export async function cachedIdentity(area: OfflineArea): Promise<Identity | null> {
  const text = await area.read(identityKey)
  if (text === null) return null
  const { success, data } = identity.safeParse(parseJson(text))
  if (success && isFresh(data.readAt)) return { id: data.id, email: data.email, role: data.role }
  await area.wipe()
  return null
}

/** The user id of a stored session; null when the text is not a session. */
export function userIdOfSession(text: string | null): string | null {
  const read = storedSession.safeParse(parseJson(text))
  return read.success ? read.data.user.id : null
}
