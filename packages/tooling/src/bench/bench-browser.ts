import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'

import { browserFlags } from '../browser/browser-flags.ts'
import { ensureBrowser } from '../browser/ensure-browser.ts'

/** Starts a browser for as long as `work` takes. */
export async function withBrowser<Result>(
  say: (line: string) => void,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const executablePath = await ensureBrowser({ signal: AbortSignal.timeout(600_000), say })
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** A page with the browser's own tools. */
export interface TracedPage {
  readonly page: Page
  readonly session: CDPSession
  /** Makes the processor so many times slower than this machine; 1 restores it. */
  slowDown(times: number): Promise<void>
}

/** Opens a page of a site in a browser of its own for as long as `work` takes. */
export function withTracedPage<Result>(
  url: string,
  say: (line: string) => void,
  work: (page: TracedPage) => Promise<Result>,
): Promise<Result> {
  return withBrowser(say, async (browser) => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const slowDown = async (rate: number) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate })
    }
    return work({ page, session, slowDown })
  })
}

interface Watched extends Window {
  /** When a click happened and when its result was painted, in the page's milliseconds. */
  painted?: Promise<{ readonly clicked: number; readonly painted: number }>
}

/**
 * Clicks and waits until the change of a region is painted, and until the painted text stays the same.
 *
 * @param region a selector of what changes
 * @param rows a selector of the parts of it that hold the result
 * @returns milliseconds of the click, as the browser stamped it, and of the paint
 * @throws when the rows on the screen change again soon after: the paint was not the result
 */
export async function paintAfterClick(
  page: Page,
  region: string,
  rows: string,
  click: () => Promise<void>,
): Promise<{ readonly clicked: number; readonly painted: number }> {
  await page.evaluate(
    ([regionSelector, rowSelector]) => {
      const watched = window as Watched // of this function alone
      const element = document.querySelector(regionSelector)
      if (element === null) throw new Error(`There is no ${regionSelector}`)
      const textOnScreen = () =>
        [...element.querySelectorAll(rowSelector)]
          .filter((row) => {
            const { top, bottom } = row.getBoundingClientRect()
            return bottom > 0 && top < window.innerHeight
          })
          .map(({ textContent }) => textContent)
          .join('\n')
      watched.painted = new Promise((resolve, reject) => {
        let clicked: number | undefined
        const onClick = ({ timeStamp }: Event) => (clicked = timeStamp)
        document.addEventListener('click', onClick, { capture: true, once: true })
        const observer = new MutationObserver(() => {
          if (clicked === undefined || textOnScreen() === '') return
          observer.disconnect()
          const times = { clicked, painted: 0 }
          // A message is handled after the frame that the callback before it belongs to.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => {
              times.painted = performance.now()
              const text = textOnScreen()
              setTimeout(() => {
                if (text === textOnScreen()) resolve(times)
                else reject(new Error('What was painted was not the result yet'))
              }, 100)
            })
            port1.start()
            port2.postMessage(null)
          })
        })
        observer.observe(element, { childList: true, characterData: true, subtree: true })
        setTimeout(() => reject(new Error(`Nothing changed in ${regionSelector}`)), 20_000)
      })
      watched.painted.catch(() => undefined)
    },
    [region, rows] as const,
  )
  await click()
  return page.evaluate(() => (window as Watched).painted ?? Promise.reject(new Error('Not watched')))
}
