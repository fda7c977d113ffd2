import type { SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { tokenIn } from '@giftwell/shared/kernel/link-token.ts'
import {
  inquiryReference,
  inquiryRoute,
  isSitePath,
  quotationRoute,
} from '@giftwell/shared/kernel/site-routes.ts'

import type { Database } from '../database/database.ts'
import { errorCode } from '../process/errors.ts'
import { limits } from '../rate-limit/limits.ts'
import type { QuotaStore } from '../rate-limit/rate-limiter.ts'
import type { EnterStatement } from '../rate-limit/statement-slots.ts'
import type { PageStatus } from '../http/file-response.ts'
import type { SiteConfig } from '../http/site-config.ts'

/** The functions of the database that open a link's token. */
type OpenFunction = 'open_quotation' | 'open_inquiry' | 'open_calendar' | 'open_campaign_link'

/** The data of a link's token from the database; a quotation comes with the site's settings. */
interface OpenedLink {
  readonly state: string
  readonly site?: SiteDetails
}

/** The result of the function for a client's request; null for a token that opens none. */
export type OpenLink = (name: OpenFunction, token: string, client: string) => Promise<unknown>

/**
 * Opens a link for a client, whose tries of links that open nothing are limited, by kind.
 * @returns null where it opens nothing, and where the client has tried too many; undefined where the database cannot be asked
 */
export async function openLimited(
  quotas: QuotaStore,
  kind: 'quotation' | 'calendar' | 'campaign',
  client: string,
  open: () => Promise<unknown>,
): Promise<unknown> {
  const key = quotas.keyOf(kind, client)
  const charges = (limits.failedLink.perAddress ?? []).map((rate) => ({ rate, key }))
  if ((await quotas.takeAll(charges)) !== null) return null
  const opened = await open().catch(() => undefined)
  if (opened !== null) await quotas.giveBack(charges)
  return opened
}

/** How a private page is answered. */
export interface PrivatePageAnswer {
  readonly status: PageStatus
  /** The data that a quotation's page would request; undefined if the page must request it. */
  readonly served?: { readonly config: SiteConfig; readonly opened: Pick<OpenedLink, 'site'> }
}

/**
 * The answer to a page whose path has a token (product.md, section 2, A quotation's page, and An inquiry's private page): 404
 * for a token that opens none, and for every token from a client that has tried many wrong ones; 410 for replaced
 * and withdrawn quotations. If the database is unreachable it is 200, and the page shows the error.
 * @returns null for any other page
 */
export function createPrivatePageAnswer(config: SiteConfig, open: OpenLink, quotas: QuotaStore) {
  return async (request: Request, client: string): Promise<PrivatePageAnswer | null> => {
    const link = linkIn(new URL(request.url).pathname)
    if (link === null) return null
    // The result of the function.
    const opened = (await openLimited(quotas, 'quotation', client, async () =>
      tokenForm.test(link.token) ? open(link.name, link.token, client) : null,
    )) as OpenedLink | null | undefined
    if (opened === null) return { status: 404 }
    if (opened === undefined || link.name === 'open_inquiry') return { status: 200 }
    const isOver = opened.state === 'replaced' || opened.state === 'withdrawn'
    return { status: isOver ? 410 : 200, served: { config, opened } }
  }
}

/** As links have them; the database cannot read every other. */
export const tokenForm = /^[\w-]{32,200}$/

/** The token of a page's path; null where it has none: only an account opens an inquiry by its reference. */
function linkIn(path: string): { readonly name: OpenFunction; readonly token: string } | null {
  const token = tokenIn(path.split('/')[2] ?? '')
  if (isSitePath(path, [quotationRoute])) return { name: 'open_quotation', token }
  if (!isSitePath(path, [inquiryRoute]) || isSitePath(path, ['/inquiry/sent'])) return null
  return inquiryReference.test(tokenIn(token, inquiryReference)) ? null : { name: 'open_inquiry', token }
}

/** Asks the server's own database, in a slot of the client, as the API does. */
export function openInDatabase(
  query: Database['query'],
  enter: (client: string) => ReturnType<EnterStatement>,
): OpenLink {
  return async (name, token, client) => {
    using slot = await enter(client)
    if (slot === null) throw new Error('The client has too many requests in flight')
    try {
      const { rows } = await query(`select public.${name}($1) as opened`, [token])
      return rows[0]?.['opened']
    } catch (error) {
      if (errorCode(error) === 'PT404') return null
      throw error
    }
  }
}

/** Asks a hosted project, as its page does. */
export function openInProject({ url, key }: { readonly url: string; readonly key: string }): OpenLink {
  return async (name, token) => {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(3000),
    })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`${name} was answered with ${response.status}`)
    return response.json()
  }
}
