import type { Page } from '@playwright/test'

/** What was seen on the way. */
export interface Scrolled {
  /** Products that were passed. */
  readonly products: number
  readonly mostCards: number
  /** Milliseconds of the longest task; tasks below 50 ms are not told of and count as that. */
  readonly longestTask: number
  readonly longTasks: number
}

interface Way {
  readonly products: number
  /** Pixels with each frame: a hand that is in a hurry. */
  readonly step: number
  readonly mostMs: number
}

/** Scrolls through the catalogue, frame by frame, until so many products have passed or the time is over. */
export function scrollThrough(page: Page, way: Way): Promise<Scrolled> {
  return page.evaluate(async ({ products, step, mostMs }) => {
    const list = document.querySelector('[role="list"][aria-label="Products"]')
    if (list === null) throw new Error('There is no list of products')
    const tasks: number[] = []
    const observer = new PerformanceObserver((seen) => {
      tasks.push(...seen.getEntries().map(({ duration }) => duration))
    })
    observer.observe({ type: 'longtask' })
    const end = performance.now() + mostMs
    let mostCards = 0
    let passed = 0
    while (passed < products && performance.now() < end) {
      await new Promise(requestAnimationFrame)
      window.scrollBy({ top: step, behavior: 'instant' })
      mostCards = Math.max(mostCards, list.querySelectorAll('article').length)
      passed = Number(list.lastElementChild?.lastElementChild?.getAttribute('aria-posinset'))
    }
    tasks.push(...observer.takeRecords().map(({ duration }) => duration))
    observer.disconnect()
    return { products: passed, mostCards, longestTask: Math.max(50, ...tasks), longTasks: tasks.length }
  }, way)
}
