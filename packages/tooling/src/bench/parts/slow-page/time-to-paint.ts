import type { Page } from '@playwright/test'

interface Watched extends Window {
  /** Resolves with the milliseconds from the click to the picture that shows what it changed. */
  paintAfterClick?: Promise<number>
}

/**
 * Milliseconds from a click, as the browser has stamped it, until what it changes inside of an element is painted.
 *
 * @param region a selector of the element whose content changes
 * @param click clicks, once
 */
export async function clickToPaint(page: Page, region: string, click: () => Promise<void>): Promise<number> {
  await page.evaluate((selector) => {
    const watched = window as Watched // of this function alone
    watched.paintAfterClick = new Promise((resolve, reject) => {
      let clicked: number | undefined
      document.addEventListener('click', (event) => (clicked = event.timeStamp), {
        capture: true,
        once: true,
      })
      const element = document.querySelector(selector)
      if (element === null) throw new Error(`There is no ${selector}`)
      const observer = new MutationObserver(() => {
        if (clicked === undefined) return
        observer.disconnect()
        const from = clicked
        // A message is handled after the frame that the callback before it belongs to.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now() - from))
          port1.start()
          port2.postMessage(null)
        })
      })
      observer.observe(element, { childList: true, characterData: true, subtree: true })
      setTimeout(() => reject(new Error(`Nothing changed in ${selector}`)), 20_000)
    })
    watched.paintAfterClick.catch(() => undefined)
  }, region)
  await click()
  return page.evaluate(() => (window as Watched).paintAfterClick ?? Promise.reject(new Error('Not watched')))
}

/** The middle one of some values. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
