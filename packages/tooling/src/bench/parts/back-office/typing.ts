import type { Locator, Page } from '@playwright/test'

/** What was seen while somebody typed. */
export interface Typed {
  /** Milliseconds from the slowest key until what it did is painted; the browser tells of steps of 8, from 16 on. */
  readonly slowestKey: number
  /** Frames that came later than the one after the next should have. */
  readonly droppedFrames: number
}

interface Watched extends Window {
  stopWatching?: () => Typed
}

/** Milliseconds between two frames above which one was left out, at 60 a second. */
const tooLong = 1.5 * (1000 / 60)
const pause = 60

/** Types into a field, key by key as a quick typist does. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<Typed> {
  await field.click()
  await page.evaluate((longest) => {
    const watched = window as Watched // of this function alone
    let slowestKey = 16
    let droppedFrames = 0
    const note = (entries: PerformanceEntryList) => {
      for (const { name, duration } of entries) {
        if (/^(key|input|beforeinput)/.test(name)) slowestKey = Math.max(slowestKey, duration)
      }
    }
    const observer = new PerformanceObserver((seen) => note(seen.getEntries()))
    // Not in TypeScript's own types.
    const keys: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    }
    observer.observe(keys)
    let last = performance.now()
    let frame = requestAnimationFrame(function count(now) {
      if (now - last > longest) droppedFrames += 1
      last = now
      frame = requestAnimationFrame(count)
    })
    watched.stopWatching = () => {
      cancelAnimationFrame(frame)
      note(observer.takeRecords())
      observer.disconnect()
      return { slowestKey, droppedFrames }
    }
  }, tooLong)
  await page.keyboard.type(text, { delay: pause })
  await page.waitForTimeout(200)
  return page.evaluate(() => {
    const { stopWatching } = window as Watched
    if (stopWatching === undefined) throw new Error('Nobody watched')
    return stopWatching()
  })
}
