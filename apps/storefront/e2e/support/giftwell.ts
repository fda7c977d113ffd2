import { randomUUID } from 'node:crypto'

import { type Page, test as base } from '@playwright/test'

import { linkIn, type Mail, newestMailTo } from './mailbox.ts'
import { startDemoSite } from './running-site.ts'

export { expect } from '@playwright/test'

/** The site of a worker's tests, and what a person outside the browser can do with it. */
export interface Giftwell {
  /** The origin; `page.goto('/catalogue')` begins there too. */
  readonly baseUrl: string
  /** The first administrator. */
  readonly admin: { readonly email: string; readonly password: string }
  /** The folder with every e-mail that the site has sent. */
  readonly mailFolder: string
  /** An address that no other test uses: those of a worker share one site. */
  newAddress(name: string): string
  /** The newest e-mail to an address; waits up to ten seconds for it. */
  newestMail(to: string): Promise<Mail>
  /** The first link in the newest e-mail to an address. */
  newestLink(to: string): Promise<string>
}

/**
 * Playwright's `test`, on a site with the demo catalogue. A test fails when the page throws an error that nothing catches or
 * breaks the Content-Security-Policy, whatever else it shows; `page.on` before the first `goto` sees them too.
 */
export const test = base.extend<{ cleanPages: void }, { giftwell: Giftwell }>({
  giftwell: [
    // Playwright reads the names of the fixtures that are used from this pattern.
    async ({}, use) => {
      const { url, admin, mailFolder, stop } = await startDemoSite()
      await use({
        baseUrl: url,
        admin,
        mailFolder,
        newAddress: (name) => `${name}-${randomUUID().slice(0, 8)}@example.com`,
        newestMail: (to) => newestMailTo(mailFolder, to),
        newestLink: async (to) => linkIn(await newestMailTo(mailFolder, to)),
      })
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ giftwell }, use) => {
    await use(giftwell.baseUrl)
  },

  cleanPages: [
    async ({ context, javaScriptEnabled }, use) => {
      const faults: string[] = []
      context.on('weberror', (fault) => faults.push(String(fault.error())))
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text())
      })
      if (javaScriptEnabled) context.on('page', hydrateFirst)
      await use()
      base.expect(faults, 'errors that the page threw, and broken content security rules').toEqual([])
    },
    { auto: true },
  ],
})

/** Makes `goto` and `reload` wait for hydration, so that tests may press at once. Some tests hold the scripts back. */
function hydrateFirst(page: Page): void {
  const { goto, reload } = page
  page.goto = async (...address) => {
    const response = await goto.apply(page, address)
    await hydrated(page).catch(() => undefined)
    return response
  }
  page.reload = async (...options) => {
    const response = await reload.apply(page, options)
    await hydrated(page).catch(() => undefined)
    return response
  }
}

/** Waits until React has hydrated a prerendered page; a press before that is lost. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      if (document.getElementById('rendered-page') === null) return true
      const buttons = [...document.querySelectorAll('header button, main button')]
      return buttons.every((button) => Object.keys(button).some((key) => key.startsWith('__react')))
    },
    null,
    { timeout: 5000 },
  )
}
