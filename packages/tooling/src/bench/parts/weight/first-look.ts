import { gzipSync } from 'node:zlib'

import { type Browser, devices } from '@playwright/test'

/** What is told apart of what a page loads. */
export const kinds = ['document', 'script', 'stylesheet', 'font', 'image', 'data'] as const
export type Kind = (typeof kinds)[number]

/** What a page loads until it is complete, and what it loads after that while the browser is idle. */
export interface FirstLook {
  /** Bytes as sent, headers left out. */
  readonly bytes: Readonly<Record<Kind, number>>
  readonly requests: number
  /** Bytes of the scripts compressed with gzip, whatever they were sent with. */
  readonly scriptsInGzip: number
  /** Bytes of the scripts, as sent, that came when the browser was idle. */
  readonly laterScripts: number
}

interface IdleWindow {
  idleCallbacks: Map<number, () => void>
}

const kindOf: Readonly<Record<string, Kind>> = {
  document: 'document',
  script: 'script',
  stylesheet: 'stylesheet',
  font: 'font',
  image: 'image',
}

/** Opens a page on a phone that has never seen the site; it is not idle before everything has been loaded. */
export async function lookFirst(browser: Browser, address: string): Promise<FirstLook> {
  const context = await browser.newContext({ ...devices['Pixel 7'] })
  try {
    const page = await context.newPage()
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
    const bytes = { document: 0, script: 0, stylesheet: 0, font: 0, image: 0, data: 0 }
    let requests = 0
    let scriptsInGzip = 0
    const counting: Promise<void>[] = []
    page.on('requestfinished', (request) => {
      const kind = kindOf[request.resourceType()] ?? 'data'
      requests += 1
      counting.push(
        (async () => {
          bytes[kind] += (await request.sizes()).responseBodySize
          const answer = await request.response()
          if (kind === 'script' && answer !== null) {
            scriptsInGzip += gzipSync(await answer.body(), { level: 9 }).length
          }
        })(),
      )
    })
    await page.goto(address)
    await page.getByRole('button', { name: 'Login' }).waitFor()
    await page.waitForLoadState('networkidle')
    await Promise.all(counting)
    const look = { bytes: { ...bytes }, requests, scriptsInGzip }

    // Each piece asks for idle time once the one before is there.
    for (let isIdle = true; isIdle;) {
      isIdle = await page.evaluate(() => {
        const { idleCallbacks } = Object(window) as IdleWindow
        const callbacks = [...idleCallbacks.values()]
        idleCallbacks.clear()
        for (const callback of callbacks) callback()
        return callbacks.length > 0
      })
      await page.waitForLoadState('networkidle')
    }
    await Promise.all(counting)
    return { ...look, laterScripts: bytes.script - look.bytes.script }
  } finally {
    await context.close()
  }
}
