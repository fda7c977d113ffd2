import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import ical, { ICalEventTransparency } from 'ical-generator'

import { createCompressedBody, methodNotAllowed } from '../http/file-response.ts'
import { privatePageHeaders } from '../http/security-headers.ts'
import type { QuotaStore } from '../rate-limit/rate-limiter.ts'
import { type OpenLink, openLimited, tokenForm } from './private-page.ts'

/** The result of the database's open_calendar. */
export interface CalendarDays {
  /** The site's name, or null. */
  readonly site: string | null
  readonly days: readonly {
    readonly kind: keyof typeof kinds
    readonly id: string
    readonly company: string | null
    readonly name: string | null
    /** Of a quotation. */
    readonly number: string | null
    readonly day: string
    /** ISO 8601. */
    readonly created_at: string
  }[]
}

const path = /^\/calendar\/([^/]*)\.ics$/

/**
 * Answers `/calendar/<token>.ics`, a person's calendar feed (product.md, section 2, Administration): 404 for every token that opens
 * none, and for every token from a client that has tried many wrong ones.
 * @param siteUrl where its links lead
 * @returns null for any other path
 */
export function createCalendarFeed(siteUrl: string, open: OpenLink, quotas: QuotaStore) {
  return async (request: Request, client: string): Promise<Response | null> => {
    const token = path.exec(new URL(request.url).pathname)?.[1]
    if (token === undefined) return null
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
    const headers = { ...privatePageHeaders, 'content-type': 'text/calendar; charset=utf-8' }
    const missing = () => new Response(null, { status: 404, headers: privatePageHeaders })
    // Malformed tokens are also looked up, so their response takes as long.
    const opened = await openLimited(quotas, 'calendar', client, async () =>
      open('open_calendar', tokenForm.test(token) ? token : 'none', client),
    )
    if (opened === null) return missing()
    if (opened === undefined) return new Response(null, { status: 503, headers: { 'retry-after': '300' } })
    // The result of the function.
    const text = calendarText(opened as CalendarDays, siteUrl)
    return createCompressedBody(Buffer.from(text), 'fast')(request, headers)
  }
}

/** The feed as a calendar program reads it (RFC 5545). Equal days give equal bytes. */
export function calendarText({ site, days }: CalendarDays, siteUrl: string): string {
  const { hostname } = new URL(siteUrl)
  // The library escapes the texts of events alone.
  const name = plainText(site ?? 'Giftwell').replace(/[\\;,]/g, String.raw`\$&`)
  const calendar = ical({ name, prodId: { company: 'Giftwell', product: 'Calendar' }, ttl: 3600 })
  for (const { kind, id, company, name: person, number, day, created_at: createdAt } of days) {
    const [what, list] = kinds[kind]
    const about = [number, company, person].filter(Boolean).join(', ')
    const url = `${siteUrl}/admin/${list}/${id}`
    calendar.createEvent({
      id: `${kind}-${id}@${hostname}`,
      stamp: new Date(createdAt),
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      summary: plainText(`${what}: ${about}`),
      description: `${what} ${dayText(day)}\n${url}`,
      url,
    })
  }
  return `${calendar.toString()}\r\n`
}

const kinds = {
  follow_up: ['Follow up', 'leads'],
  needed_by: ['Needed by', 'leads'],
  valid_until: ['Quotation valid until', 'quotations'],
  company: ['Follow up', 'companies'],
  order: ['Order needed by', 'orders'],
} as const

/** A buyer's text, on one line and without control characters. */
function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}
