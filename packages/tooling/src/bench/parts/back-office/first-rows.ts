import type { Page } from '@playwright/test'

interface Watched extends Window {
  /** Resolves when rows of a table are painted, with the page's own milliseconds. */
  rowsPainted?: Promise<number>
}

/**
 * Milliseconds from the end of the answer that holds a screen's first rows until they are painted.
 *
 * @param answer a part of that answer's address
 * @param open leads to the screen, from one that shows no table
 */
export async function answerToRows(page: Page, answer: string, open: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const watched = window as Watched // of this function alone
    performance.clearResourceTimings()
    watched.rowsPainted = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('tbody tr') === null) return
        observer.disconnect()
        // A message is handled after the frame that the callback before it belongs to.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(performance.now()))
          port1.start()
          port2.postMessage(null)
        })
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
  })
  await open()
  return page.evaluate(async (part) => {
    const painted = await (window as Watched).rowsPainted
    // Its entry may come a moment after the rows that it brought.
    for (;;) {
      const entry = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.includes(part) && name.includes('order='))
      if (entry instanceof PerformanceResourceTiming && painted !== undefined) {
        return painted - entry.responseEnd
      }
      await new Promise((later) => setTimeout(later, 50))
    }
  }, answer)
}
