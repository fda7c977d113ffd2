import { z } from 'zod'

import type { Backend } from './backend.ts'
import { isFresh } from './kept-age.ts'
import { type Lead, readLeads } from './lead-list.ts'
import type { OfflineArea } from './offline-area.ts'

/** The most leads that are kept: the newest ones. */
const mostKept = 1000

/** About the most characters that they may take. */
const mostCharacters = 4 * 1024 * 1024

const lead = z.strictObject({
  id: z.guid(),
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string().nullable(),
  selected_products: z.array(z.string()).nullable(),
  created_at: z.string(),
}) satisfies z.ZodType<Lead>

const kept = z.strictObject({
  version: z.literal(1),
  /** When they were read, as an ISO date. */
  readAt: z.iso.datetime(),
  /** Whether these were all the leads that there were. */
  isWhole: z.boolean(),
  /** Newest first. */
  leads: z.array(lead).max(mostKept).readonly(),
})

/** Leads as they were at a time, to be read without a network. */
export type KeptLeads = Omit<z.infer<typeof kept>, 'version'>

/** Whose leads are kept, and where. */
export interface LeadKeeping {
  readonly area: OfflineArea
  readonly userId: string
}

const keyPrefix = 'leads:'
const keyOf = ({ userId }: LeadKeeping) => `${keyPrefix}${userId}`

/**
 * Reads the newest leads and keeps them in place of those of before; what was kept for another user is removed.
 *
 * @throws AppError when they cannot be read
 */
export async function keepLeads(backend: Backend, keeping: LeadKeeping, signal: AbortSignal): Promise<void> {
  const { area } = keeping
  const since = area.wipes()
  const readAt = new Date().toISOString()
  const everyLead = { filters: { search: '' }, order: 'newest' } as const
  const read = await readLeads(backend, everyLead, { at: 'first' }, { size: mostKept, signal })
  signal.throwIfAborted()
  const leads = fitting(read)
  const isWhole = read.length < mostKept && leads.length === read.length
  await area.removeKeys((key) => key.startsWith(keyPrefix) && key !== keyOf(keeping))
  await area.keep(keyOf(keeping), JSON.stringify({ version: 1, readAt, isWhole, leads }), since)
}

/** What is kept for the user; null when it is missing, too old or cannot be understood, and then it is removed. */
export async function readKeptLeads(keeping: LeadKeeping): Promise<KeptLeads | null> {
  const { area } = keeping
  const text = await area.read(keyOf(keeping))
  if (text === null) return null
  const { success, data } = kept.safeParse(parsed(text))
  if (success && isFresh(data.readAt)) return data
  await area.removeKeys((key) => key === keyOf(keeping))
  return null
}

/** The newest of the leads, as many as have room. */
function fitting(leads: readonly Lead[]): readonly Lead[] {
  let characters = 0
  const firstWithout = leads.findIndex((one) => {
    characters += JSON.stringify(one).length + 1
    return characters > mostCharacters
  })
  return firstWithout < 0 ? leads : leads.slice(0, firstWithout)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
