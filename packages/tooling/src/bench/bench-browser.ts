import { chromium, type Page } from '@playwright/test'

import { browserFlags } from '../browser/browser-flags.ts'
import { ensureBrowser } from '../browser/ensure-browser.ts'

/** A page on a processor that can be slowed down. */
export interface TracedPage {
  readonly page: Page
  /** Makes the processor so many times slower than this machine; 1 restores it. */
  slowDown(times: number): Promise<void>
}

/** Opens a page of a site in a browser of its own for as long as `work` takes. */
export async function withTracedPage<Result>(
  url: string,
  say: (line: string) => void,
  work: (page: TracedPage) => Promise<Result>,
): Promise<Result> {
  const executablePath = await ensureBrowser({ signal: AbortSignal.timeout(600_000), say })
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] })
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const slowDown = async (rate: number) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
    }
    return await work({ page, slowDown })
  } finally {
    await browser.close()
  }
}

/**
 * Clicks and waits until the next change of a region is painted.
 *
 * @param region a selector of what changes
 * @param row a selector of what the changed region shows
 * @returns milliseconds of the click, as the browser stamped it, and of the paint
 */
export async function paintAfterClick(
  page: Page,
  region: string,
  row: string,
  click: () => Promise<void>,
): Promise<{ readonly clicked: number; readonly painted: number }> {
  const observed = await page.evaluateHandle(
    ([regionSelector, rowSelector]) => {
      const element = document.querySelector(regionSelector)
      if (element === null) throw new Error(`There is no ${regionSelector}`)
      const { promise, resolve, reject } = Promise.withResolvers<{ clicked: number; painted: number }>()
      let clicked: number | undefined
      const onClick = ({ timeStamp }: Event) => (clicked = timeStamp)
      document.addEventListener('click', onClick, { capture: true, once: true })
      const observer = new MutationObserver(() => {
        const rows = [...element.querySelectorAll(rowSelector)]
        // Placeholder rows have no text.
        if (clicked === undefined || rows.every(({ textContent }) => textContent === '')) return
        observer.disconnect()
        const at = clicked
        // A message is handled after the frame that the callback before it belongs to.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve({ clicked: at, painted: performance.now() }))
          port1.start()
          port2.postMessage(null)
        })
      })
      observer.observe(element, { childList: true, characterData: true, subtree: true })
      setTimeout(() => reject(new Error(`Nothing changed in ${regionSelector}`)), 20_000)
      return { promise }
    },
    [region, row] as const,
  )
  await click()
  return observed.evaluate(({ promise }) => promise)
}
