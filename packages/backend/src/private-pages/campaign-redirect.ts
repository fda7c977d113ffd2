import { recordOf } from '@giftwell/shared/kernel/record-of.ts'

import { methodNotAllowed } from '../http/file-response.ts'
import type { QuotaStore } from '../rate-limit/rate-limiter.ts'
import { type OpenLink, openLimited } from './private-page.ts'

const path = /^\/go\/([a-z0-9-]{2,40})\/?$/i

/**
 * Answers `/go/<word>`, a short link of a campaign (product.md, section 2, Campaign links), with a redirect to its page, which has the
 * campaign in its address. It leads to pages of this site alone.
 * Where the database cannot be asked it is 503.
 * @returns null for an unknown word, for every word from a client that has tried many unknown ones, and any other path
 */
export function createCampaignRedirect(open: OpenLink, quotas: QuotaStore) {
  return async (request: Request, client: string): Promise<Response | null> => {
    const { pathname, origin } = new URL(request.url)
    const word = path.exec(pathname)?.[1]
    if (word === undefined) return null
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
    const found = await openLimited(quotas, 'campaign', client, async () =>
      open('open_campaign_link', word, client),
    )
    if (found === null) return null
    if (found === undefined)
      return new Response('This link cannot be followed just now. Please try again in a moment.', {
        status: 503,
        headers: { 'retry-after': '2', 'cache-control': 'no-store' },
      })
    const opened = recordOf(found)
    const page = opened['path']
    if (typeof page !== 'string' || !page.startsWith('/') || !URL.canParse(page, origin)) return null
    const target = new URL(page, origin)
    // Dots in a path can leave two slashes at its beginning, which a browser takes for another host.
    if (target.origin !== origin || target.pathname.startsWith('//')) return null
    for (const name of ['source', 'medium', 'campaign'] as const) {
      const value = opened[name]
      if (typeof value === 'string') target.searchParams.set(`utm_${name}`, value)
    }
    return new Response(null, {
      status: 302,
      headers: { location: `${target.pathname}${target.search}`, 'cache-control': 'no-store' },
    })
  }
}
