import type { Page } from '@playwright/test'

interface IdleWindow {
  idleCallbacks: Map<number, () => void>
}

/** A browser whose pages are idle only when they are told to be. */
export interface HeldIdle {
  /** Waits until the page asks for idle time, which it does once it is complete and at rest; in milliseconds at most. */
  atRest: (timeout?: number) => Promise<void>
  /** Gives idle time once to all that has asked for it. */
  beIdle: () => Promise<void>
}

/** Holds idle time back from a page that is opened after this. */
export async function holdIdle(page: Page): Promise<HeldIdle> {
  await page.addInitScript(() => {
    const { idleCallbacks }: IdleWindow = Object.assign(window, {
      idleCallbacks: new Map<number, () => void>(),
    })
    let requests = 0
    window.requestIdleCallback = (callback) => {
      requests += 1
      idleCallbacks.set(requests, () => callback({ didTimeout: false, timeRemaining: () => 50 }))
      return requests
    }
    window.cancelIdleCallback = (request) => void idleCallbacks.delete(request)
  })
  return {
    async atRest(timeout) {
      const options = timeout === undefined ? {} : { timeout }
      await page.waitForFunction(() => (Object(window) as IdleWindow).idleCallbacks.size > 0, null, options)
    },
    async beIdle() {
      await page.evaluate(() => {
        const { idleCallbacks } = Object(window) as IdleWindow
        const callbacks = [...idleCallbacks.values()]
        idleCallbacks.clear()
        for (const callback of callbacks) callback()
      })
    },
  }
}
