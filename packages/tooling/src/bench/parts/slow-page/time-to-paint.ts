import type { Page } from '@playwright/test'

interface Watched extends Window {
  /** Resolves with the milliseconds from the click to the picture that shows what it changed. */
  paintAfterClick?: Promise<number>
}

/**
 * Milliseconds from a click, as the browser has stamped it, until what it changes inside of a list of articles is painted.
 *
 * @param region a selector of the list
 * @param click clicks, once
 * @throws when that picture was not the result yet: when an article on the screen says something else soon after
 */
export async function clickToPaint(page: Page, region: string, click: () => Promise<void>): Promise<number> {
  await page.evaluate((selector) => {
    const watched = window as Watched // of this function alone
    const list = document.querySelector(selector)
    if (list === null) throw new Error(`There is no ${selector}`)
    const wordsOnScreen = () =>
      [...list.querySelectorAll('article')]
        .filter((article) => {
          const { top, bottom } = article.getBoundingClientRect()
          return bottom > 0 && top < window.innerHeight
        })
        .map((article) => article.textContent)
        .join('\n')

    watched.paintAfterClick = new Promise((resolve, reject) => {
      let clicked: number | undefined
      document.addEventListener('click', (event) => (clicked = event.timeStamp), {
        capture: true,
        once: true,
      })
      const observer = new MutationObserver(() => {
        if (clicked === undefined) return
        observer.disconnect()
        const from = clicked
        // A message is handled after the frame that the callback before it belongs to.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => {
            const milliseconds = performance.now() - from
            const words = wordsOnScreen()
            setTimeout(() => {
              if (words !== '' && words === wordsOnScreen()) resolve(milliseconds)
              else reject(new Error('What was painted was not the result yet'))
            }, 100)
          })
          port1.start()
          port2.postMessage(null)
        })
      })
      observer.observe(list, { childList: true, characterData: true, subtree: true })
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
