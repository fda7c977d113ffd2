import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { runWhenIdle } from '@giftwell/shared/kernel/run-when-idle.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useRef } from 'react'

import { asksNotToBeTracked } from '../page/asks-not-to-be-tracked.ts'
import { PageAddressContext } from '../page/page-address.ts'
import { countEvent, visitEvents } from '../page/visit-events.ts'

/** Milliseconds between requests while a page is open: a view is counted within a minute. */
const intervalMs = 15_000
/** The most events of a request. */
const maxEvents = 50
/** Milliseconds after which words are no longer being typed. */
const typedMs = 1000
/** Milliseconds in which a product is opened that a search has found. */
const choiceMs = 30_000

/**
 * Counts visits (product.md, section 2, Figures), unless the owner has switched it off, staff are signed in or the browser
 * asks not to be tracked.
 */
export function useVisitCounts(): void {
  const backend = useBackend()
  const { isLoading, isStaff, isCodeNeeded, isRoleUnknown } = useAuth()
  const { data: site } = useQuery(siteDetailsQuery(backend))
  const isKnown = !isLoading && site !== undefined
  const isCounted =
    isKnown && !isStaff && !isCodeNeeded && !isRoleUnknown && site.counts !== false && !asksNotToBeTracked()
  useEffect(() => {
    if (isCounted) return sendVisitEvents(backend.config)
    // Uncounted events are not counted later.
    return isKnown ? discardVisitEvents : undefined
  }, [backend, isKnown, isCounted])
  useCountedSearch()
}

function discardVisitEvents(): void {
  visitEvents.length = 0
}

/**
 * Sends counts in batches: when the page is idle, and when it is hidden or left. A page that was never visible,
 * such as a prerendered one, sends nothing. Never throws, and does not retry a failed request, since nothing
 * depends on it. Requests have no session, so the server cannot identify the visitor.
 * @returns stops sending
 */
export function sendVisitEvents({ supabaseUrl, supabaseKey }: BackendConfig): () => void {
  const url = `${supabaseUrl}/rest/v1/rpc/count_events`
  let wasVisible = false
  function send(event?: Event): void {
    const isVisible = document.visibilityState === 'visible'
    wasVisible ||= isVisible
    if (!wasVisible) return
    while (visitEvents.length > 0) {
      const body = JSON.stringify({ events: visitEvents.splice(0, maxEvents) })
      const type = 'application/json'
      if (isVisible && event?.type !== 'pagehide') {
        const headers = { apikey: supabaseKey, 'content-type': type }
        fetch(url, { method: 'POST', credentials: 'omit', headers, body }).catch(() => undefined)
      } else {
        // A page that is left may send no more than this, which has no headers.
        navigator.sendBeacon(`${url}?apikey=${supabaseKey}`, new Blob([body], { type }))
      }
    }
  }
  send()
  const timer = setInterval(() => visitEvents.length > 0 && runWhenIdle(send), intervalMs)
  const listening = new AbortController()
  for (const event of ['visibilitychange', 'pagehide']) {
    window.addEventListener(event, send, { signal: listening.signal })
  }
  return () => {
    clearInterval(timer)
    listening.abort()
  }
}

const searched = new Set<string>()
const chosen = new Set<string>()

/** Counts the words of a search once they are no longer being typed, and once that a product was opened from it. */
function useCountedSearch(): void {
  // Also of a product over the results.
  const { pathname, search } = use(PageAddressContext).browser
  const isProduct = pathname.startsWith('/product/')
  const q = (isProduct ? null : new URLSearchParams(search).get('q'))?.trim().slice(0, 200)
  const latest = useRef<{ readonly q: string; readonly at: number }>(undefined)
  useEffect(() => {
    const before = latest.current
    if (isProduct) {
      if (before === undefined || performance.now() - before.at > choiceMs) return undefined
      countOnce(searched, 'searched', before.q)
      countOnce(chosen, 'search_chosen', before.q)
      return undefined
    }
    latest.current = q ? { q, at: performance.now() } : undefined
    if (!q) return undefined
    const timer = setTimeout(() => countOnce(searched, 'searched', q), typedMs)
    return () => clearTimeout(timer)
  }, [isProduct, q])
}

function countOnce(counted: Set<string>, kind: string, words: string): void {
  if (counted.has(words)) return
  counted.add(words)
  countEvent(kind, words)
}
