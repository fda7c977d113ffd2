import { z } from 'zod'

import type { OfflineArea } from './offline-area.ts'

/** Who somebody is. */
export interface Identity {
  readonly id: string
  readonly email: string
}

const identityKey = 'identity'
const identity = z.strictObject({ version: z.literal(1), id: z.guid(), email: z.string() })
/** The part of supabase-js's own session that says whose it is. */
const keptSession = z.object({ user: z.object({ id: z.guid() }) })

/** Remembers who was an administrator when the server was last asked. */
export async function rememberAdministrator(area: OfflineArea, { id, email }: Identity, since: number) {
  await area.keep(identityKey, JSON.stringify({ version: 1, id, email }), since)
}

/** Who was an administrator when the server was last asked, and nobody when what is kept cannot be read. */
export async function rememberedAdministrator(area: OfflineArea): Promise<Identity | null> {
  const read = identity.safeParse(parsed(await area.read(identityKey)))
  return read.success ? { id: read.data.id, email: read.data.email } : null
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
