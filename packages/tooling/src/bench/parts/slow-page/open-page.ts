import { type CDPSession, chromium, type Page } from '@playwright/test'

import { browserFlags } from '../../../browser/browser-flags.ts'
import { ensureBrowser } from '../../../browser/ensure-browser.ts'

/** A page whose processor can be made slower. */
export interface SlowPage {
  readonly page: Page
  readonly session: CDPSession
  /** How many times slower than this machine; 1 is as fast as it is. */
  slowDown(times: number): Promise<void>
}

/** Opens a page of a site in a browser of its own for as long as `visit` takes. */
export async function onPage<Result>(
  options: { readonly url: string; readonly say: (line: string) => void },
  visit: (page: SlowPage) => Promise<Result>,
): Promise<Result> {
  const executablePath = await ensureBrowser({ signal: AbortSignal.timeout(600_000), say: options.say })
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] })
  try {
    const context = await browser.newContext({
      baseURL: options.url,
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    return await visit({
      page,
      session,
      async slowDown(times) {
        await session.send('Emulation.setCPUThrottlingRate', { rate: times })
      },
    })
  } finally {
    await browser.close()
  }
}
