import type { Page } from '@playwright/test'

interface IdleWindow {
  idleCallbacks: Map<number, () => void>
}

/** Replaces `requestIdleCallback` in a page that is opened after this, so that idle callbacks run only on demand. */
export async function controlIdle(page: Page) {
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
    /** Waits until the page has requested an idle callback. */
    async idleRequested() {
      await page.waitForFunction(() => (Object(window) as IdleWindow).idleCallbacks.size > 0)
    },
    /** Runs all requested idle callbacks once. */
    async runIdleCallbacks() {
      await page.evaluate(() => {
        const { idleCallbacks } = Object(window) as IdleWindow
        const callbacks = [...idleCallbacks.values()]
        idleCallbacks.clear()
        for (const callback of callbacks) callback()
      })
    },
  }
}
