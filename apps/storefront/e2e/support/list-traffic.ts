import type { Page, Request } from '@playwright/test'

/** The requests of an action on a long list. */
export interface Traffic {
  /** Requests for rows of the list. */
  pages: number
  /** Requests for how many rows there are. */
  counts: number
  /** All that came back from the API, unpacked. */
  bytes: number
}

/**
 * Runs an action on a list and returns its API traffic.
 *
 * @param table the list's own; its search counts as the same
 * @param action ends when its result is shown
 */
export async function trafficOf(page: Page, table: string, action: () => Promise<void>): Promise<Traffic> {
  const requests: Request[] = []
  const note = (request: Request) => {
    if (new URL(request.url()).pathname.startsWith('/rest/v1/')) requests.push(request)
  }
  page.on('request', note)
  await action()
  page.off('request', note)

  const traffic: Traffic = { pages: 0, counts: 0, bytes: 0 }
  for (const request of requests) {
    const { pathname } = new URL(request.url())
    const response = await request.response()
    if (response !== null && request.method() !== 'HEAD') traffic.bytes += (await response.body()).byteLength
    const isCount = pathname.endsWith(`/rpc/count_${table}`)
    const isPage = pathname.endsWith(`/${table}`) || pathname.endsWith(`/rpc/find_${table}`)
    // Polls are not part of the action.
    const isPoll = 'after' in Object(isCount ? request.postDataJSON() : null)
    if (isCount && !isPoll) traffic.counts += 1
    else if (isPage) traffic.pages += 1
  }
  return traffic
}

/** Watches the page and returns the maximum number of table rows at any moment. */
export async function watchRows(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const watched = window as { maxRows?: number } // of this function alone
    watched.maxRows = 0
    new MutationObserver(() => {
      watched.maxRows = Math.max(watched.maxRows ?? 0, document.querySelectorAll('tr').length)
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as { maxRows?: number }).maxRows ?? 0)
}
