import { z } from 'zod'

import { isFresh } from './kept-age.ts'
import type { OfflineArea } from './offline-area.ts'

/** Who somebody is. */
export interface Identity {
  readonly id: string
  readonly email: string
}

const identityKey = 'identity'
const identity = z.strictObject({
  version: z.literal(2),
  id: z.guid(),
  email: z.string(),
  /** When the server was asked, as an ISO date. */
  readAt: z.iso.datetime(),
})
/** The part of supabase-js's own session that says whose it is. */
const keptSession = z.object({ user: z.object({ id: z.guid() }) })

/** Remembers who was an administrator when the server was last asked. */
export async function rememberAdministrator(area: OfflineArea, { id, email }: Identity, since: number) {
  const readAt = new Date().toISOString()
  await area.keep(identityKey, JSON.stringify({ version: 2, id, email, readAt }), since)
}

/**
 * Who was an administrator when the server was last asked; nobody when that is too long ago or cannot be read, and then
 * everything that was kept for them is removed.
 */
export async function rememberedAdministrator(area: OfflineArea): Promise<Identity | null> {
  const text = await area.read(identityKey)
  if (text === null) return null
  const { success, data } = identity.safeParse(parsed(text))
  if (success && isFresh(data.readAt)) return { id: data.id, email: data.email }
  await area.wipe()
  return null
}

/** Whose session a kept text is; null when it is none. */
export function ownerOfSession(text: string | null): string | null {
  const read = keptSession.safeParse(parsed(text))
  return read.success ? read.data.user.id : null
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
