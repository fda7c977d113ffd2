import { z } from 'zod'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readNotes } from './lead-handling.ts'
import { type Lead, readLeads } from './lead-list.ts'
import { fitting, readCached, storeCached, type UserCache } from '@giftwell/shared/kernel/offline-area.ts'

/** Only the newest leads are cached. */
const maxLeads = 1000

/** Only the newest notes, of all of them together. */
const maxNotes = 1000

const lead = z.strictObject({
  id: z.guid(),
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string().nullable(),
  selected_products: z.array(z.string()).nullable(),
  created_at: z.string(),
  needed_by: z.string().nullish(),
  budget_per_gift: z.number().nullish(),
  delivery_city: z.string().nullish(),
  wants_branding: z.boolean().optional(),
  notice_version: z.number().nullish(),
  notice_language: z.string().nullish(),
  notice_at: z.string().nullish(),
  marketing_consent: z.boolean().optional(),
  erased_at: z.string().nullish(),
  lead_items: z
    .array(
      z.strictObject({
        position: z.number(),
        name: z.string(),
        product_id: z.string().nullish(),
        quantity: z.number().nullable(),
        note: z.string().nullable(),
        colours: z
          .array(z.strictObject({ name: z.string(), quantity: z.number().nullable() }))
          .readonly()
          .nullish(),
        products: z
          .strictObject({
            min_quantity: z.number().nullable(),
            lead_days_from: z.number().nullable(),
            lead_days_to: z.number().nullable(),
          })
          .nullish(),
      }),
    )
    .optional(),
  lead_handling: z
    .strictObject({
      state: z.enum(['new', 'opened', 'in_progress', 'quoted', 'won', 'lost', 'withdrawn', 'spam']),
      assigned_to: z.string().nullable(),
      assigned_email: z.string().nullable(),
      due_on: z.string().nullable(),
      answered_at: z.string().nullable(),
      notes: z.number(),
      merged_into: z.string().nullish(),
    })
    .nullish(),
  notes: z
    .array(
      z.strictObject({
        number: z.number(),
        actor_email: z.string(),
        created_at: z.string(),
        kind: z.enum(['note', 'answered']),
        lead_id: z.string(),
        value: z.string().nullable(),
        lead_replies: z
          .strictObject({
            subject: z.string(),
            text: z.string(),
            attachments: z.array(z.strictObject({ name: z.string(), size: z.number() })).readonly(),
          })
          .nullish(),
      }),
    )
    .readonly()
    .optional(),
}) satisfies z.ZodType<Lead>

const cachedLeads = z.strictObject({
  version: z.literal(1),
  /** When they were fetched, as an ISO date. */
  readAt: z.iso.datetime(),
  /** Whether these are all leads of the server. */
  isWhole: z.boolean(),
  /** Newest first. */
  leads: z.array(lead).max(maxLeads).readonly(),
})

/** Leads for offline use, as of `readAt`. */
export type CachedLeads = Omit<z.infer<typeof cachedLeads>, 'version'>

const prefix = 'leads:'

/**
 * Fetches the newest leads with their notes and caches them; removes the caches of other users.
 *
 * @throws AppError when the fetch fails
 */
export async function cacheLeads(backend: Backend, cache: UserCache, signal: AbortSignal): Promise<void> {
  const since = cache.area.generation()
  const readAt = new Date().toISOString()
  const everyLead = { filters: { search: '' }, order: 'newest' } as const
  const [read, notes] = await Promise.all([
    readLeads(backend, everyLead, { at: 'first' }, { size: maxLeads, signal }),
    readNotes(backend, { limit: maxNotes, signal }),
  ])
  signal.throwIfAborted()
  const ofLead = Map.groupBy(notes, ({ lead_id: id }) => id)
  const leads = fitting(read.map((one) => ({ ...one, notes: ofLead.get(one.id) ?? [] })))
  const isWhole = read.length < maxLeads && leads.length === read.length
  await storeCached(cache, prefix, { version: 1, readAt, isWhole, leads }, since)
}

/** The user's cached leads; null when they are missing, too old or invalid. Invalid caches are removed. */
export function readCachedLeads(cache: UserCache): Promise<CachedLeads | null> {
  return readCached(cache, prefix, cachedLeads)
}

const minute = 60_000
/** Without news the cache is refreshed after this time, to keep `readAt` recent. */
const maxAge = 15 * minute

/**
 * Returns a function to call after each poll, which updates the cache: at most once a minute with news, otherwise
 * every 15 minutes, and after a failure at the next poll.
 */
export function createCacheUpdater(update: () => Promise<void>): (hasNews: boolean) => void {
  let updatedAt = Number.NEGATIVE_INFINITY
  let isStale = false
  let isUpdating = false

  async function updateNow() {
    isUpdating = true
    isStale = false
    try {
      await update()
      updatedAt = Date.now()
    } catch {
      isStale = true
    } finally {
      isUpdating = false
    }
  }

  return (hasNews) => {
    isStale ||= hasNews
    if (!isUpdating && Date.now() - updatedAt >= (isStale ? minute : maxAge)) void updateNow()
  }
}
