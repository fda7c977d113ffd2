import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useUserCache } from '../list/cached-list.tsx'
import { createStoreUpdater } from '../list/stored-list.ts'
import { storedOrders } from '../orders/stored-orders.ts'
import { storedQuotations } from '../quotations/stored-quotations.ts'
import { storedSamples } from '../samples/stored-samples.ts'
import { storedLeads } from './stored-leads.ts'
import { beforeAllTimes, type Lead, readLeads } from './lead-list.ts'
import {
  hasLeadNews,
  leadPulseQuery,
  type Pulse,
  useLeadPulse,
  useLeadPulseCounts,
} from './use-lead-pulse.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'

/** The most new leads that are announced at a time. */
const maxNewLeads = 100

/**
 * Returns a function that reads the leads created since its last read, at first since `since`, if given. After a
 * failed read the next one includes its leads.
 *
 * @param since the `created_at` of the newest known lead
 */
export function newLeadReader(
  backend: Backend,
  since: string | undefined,
  signal: AbortSignal,
): () => Promise<readonly Lead[]> {
  let newest = since
  return async () => {
    const listing = { filters: { search: '', since: newest }, order: 'newest' } as const
    const size = newest === undefined ? 1 : maxNewLeads
    const read = await readLeads(backend, listing, { at: 'first' }, { size, signal })
    signal.throwIfAborted()
    const newLeads = newest === undefined ? [] : read
    newest = read[0]?.created_at ?? newest ?? beforeAllTimes
    return newLeads
  }
}

/** Skips functions that an older server lacks, without reading the rest again. */
function unlessOlder(error: unknown): void {
  if (!(error instanceof AppError) || !missingCodes.has(String(recordOf(error.cause)['code']))) throw error
}

/** A missing table or function, by PostgREST and by PostgreSQL. */
const missingCodes: ReadonlySet<string> = new Set(['PGRST202', 'PGRST205', '42P01', '42883'])

/**
 * While staff are signed in, announces new leads and caches the newest, the quotations and the orders, for offline use, on platforms that do
 * so; the pulse shows when there are any. The app's badge counts unanswered leads. Use it beside the routes, so that it runs on
 * every page. Sign-out clears the announcements and the badge.
 */
export function useLeadWatch(): void {
  const backend = useBackend()
  const platform = usePlatform()
  const { isStaff } = useAuth()
  const cache = useUserCache()
  const { pathname } = useLocation()
  const client = useQueryClient()
  // The frame of the back office polls on its own pages.
  useLeadPulse(!pathname.startsWith('/admin'))
  const unanswered = useLeadPulseCounts()?.unanswered ?? 0
  const isActive = isStaff && (platform.announcesLeads || cache !== undefined)
  const badge = isStaff ? unanswered : 0
  useEffect(() => platform.showUnanswered(badge), [platform, badge])

  const announce = useEffectEvent((newLeads: readonly Lead[]) => {
    const isVisible = pathname.startsWith('/admin/leads') && document.visibilityState === 'visible'
    if (newLeads.length === 0 || isVisible) return
    platform.announceLeads(newLeads.map(({ id, name, company }) => ({ id, name, company })))
  })

  useEffect(() => {
    if (!isActive) return
    const ending = new AbortController()
    const { signal } = ending
    const updateStored =
      cache &&
      createStoreUpdater(async () => {
        try {
          await storedLeads.store(backend, cache, signal)
          await storedQuotations.store(backend, cache, signal)
          await storedSamples.store(backend, cache, signal).catch(unlessOlder)
          await storedOrders.store(backend, cache, signal).catch(unlessOlder)
        } catch (error) {
          const isOffline = error instanceof AppError && error.kind === 'offline'
          if (!isOffline && !signal.aborted) console.error('The offline copy was not updated', error)
          throw error
        }
      })
    // This app's changes of quotations and orders are cached at the next pulse, others' every 15 minutes.
    let hasChanges = false
    const mutations = client.getMutationCache()
    const unsubscribe = mutations.subscribe(({ type, mutation }) => {
      hasChanges ||=
        type === 'updated' &&
        mutation.state.status === 'success' &&
        ['quotations', 'orders', 'samples'].includes(String(mutation.options.mutationKey?.[0]))
    })
    signal.addEventListener('abort', unsubscribe)

    async function watch() {
      // Leads that arrived offline or while the app was closed are new, too.
      const cached = cache ? await storedLeads.read(cache).catch(() => null) : null
      if (signal.aborted) return
      const readNew = newLeadReader(
        backend,
        cached ? (cached.rows[0]?.created_at ?? beforeAllTimes) : undefined,
        signal,
      )
      let latest: Pulse | undefined
      let isReading = false
      async function follow(pulse: Pulse) {
        if (isReading) return
        isReading = true
        try {
          const newLeads = hasLeadNews(pulse, latest) ? await readNew() : []
          latest = pulse
          announce(newLeads)
          updateStored?.(hasChanges || newLeads.length > 0)
          hasChanges = false
        } catch {
          // `latest` stays, so that the next pulse reads these leads.
        } finally {
          isReading = false
        }
      }
      const pulses = new QueryObserver(client, { ...leadPulseQuery(backend), enabled: false })
      let readAt = 0
      const onPulse = ({
        data,
        dataUpdatedAt,
      }: {
        data: Pulse | null | undefined
        dataUpdatedAt: number
      }) => {
        if (!data || dataUpdatedAt === readAt) return
        readAt = dataUpdatedAt
        void follow(data)
      }
      signal.addEventListener('abort', pulses.subscribe(onPulse))
      onPulse(pulses.getCurrentResult())
    }

    void watch()
    return () => {
      ending.abort()
      platform.leadsSeen()
    }
  }, [isActive, backend, client, platform, cache])
}
