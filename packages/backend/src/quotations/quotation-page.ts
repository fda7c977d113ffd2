import { isSitePath, quotationRoute } from '@giftwell/shared/kernel/site-routes.ts'

import type { Database } from '../database/database.ts'
import { errorCode } from '../process/errors.ts'
import { limits } from '../rate-limit/limits.ts'
import type { QuotaStore } from '../rate-limit/rate-limiter.ts'
import type { PageStatus } from '../http/file-response.ts'
import type { SiteConfig } from '../http/site-config.ts'

/** What a link's token opens, as the database answers; null for a token that opens none. */
type OpenQuotation = (token: string) => Promise<{ readonly state: string } | null>

/** How a quotation's page is answered. */
interface QuotationAnswer {
  readonly status: PageStatus
  /** What the page would ask for; undefined where it has to. */
  readonly served?: { readonly config: SiteConfig; readonly opened: object }
}

/**
 * The answer to a quotation's page (product.md, section 2, A quotation's page): 404 for a token that opens none, and for every
 * token from a client that has tried many wrong ones; 410 for what is replaced or withdrawn. Where the database cannot be asked it
 * is 200, and the page shows the error.
 * @returns null for any other page
 */
export function createQuotationAnswer(config: SiteConfig, open: OpenQuotation, quotas: QuotaStore) {
  return async (request: Request, client: string): Promise<QuotationAnswer | null> => {
    const token = tokenIn(new URL(request.url).pathname)
    if (token === null) return null
    const key = quotas.keyOf('quotation', client)
    const charges = (limits.failedLink.perAddress ?? []).map((rate) => ({ rate, key }))
    if ((await quotas.takeAll(charges)) !== null) return { status: 404 }
    const opened = tokenForm.test(token) ? await open(token).catch(() => undefined) : null
    if (opened === null) return { status: 404 }
    await quotas.giveBack(charges)
    if (opened === undefined) return { status: 200 }
    const isOver = opened.state === 'replaced' || opened.state === 'withdrawn'
    return { status: isOver ? 410 : 200, served: { config, opened } }
  }
}

/** As links have them; the database cannot read every other. */
const tokenForm = /^[\w-]{32,200}$/

function tokenIn(path: string): string | null {
  if (!isSitePath(path, [quotationRoute])) return null
  try {
    return decodeURIComponent(path.split('/')[2] ?? '')
  } catch {
    return null
  }
}

/** Asks the server's own database. */
export function openInDatabase(query: Database['query']): OpenQuotation {
  return async (token) => {
    try {
      const { rows } = await query('select public.open_quotation($1) as opened', [token])
      // The result of the function.
      return rows[0]?.['opened'] as { readonly state: string }
    } catch (error) {
      if (errorCode(error) === 'PT404') return null
      throw error
    }
  }
}

/** Asks a hosted project, as its page does. */
export function openInProject({ url, key }: { readonly url: string; readonly key: string }): OpenQuotation {
  return async (token) => {
    const response = await fetch(`${url}/rest/v1/rpc/open_quotation`, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(3000),
    })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`open_quotation was answered with ${response.status}`)
    // The result of the function.
    return (await response.json()) as { readonly state: string }
  }
}
