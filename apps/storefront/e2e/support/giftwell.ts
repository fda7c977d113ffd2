import { randomUUID } from 'node:crypto'

import { type BrowserContextOptions, type Page, test as base } from '@playwright/test'

import { linkIn, type Mail, newestMailTo } from './mailbox.ts'
import type { RunningSite } from '@giftwell/tooling/site/start-site.ts'

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
  /** The storage of a browser in which the administrator is signed in. */
  adminStorage(): Promise<StorageState>
}

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

interface TestOptions {
  /** Whether `goto` and `reload` wait for hydration; false where the scripts fail. */
  readonly hydrates: boolean
  /**
   * Whether the browser may prefetch; otherwise it is in data-saver mode. Prefetching on every page is a quarter of the
   * suite's work, so only the tests of prefetching and of the main job do it, and in a full run all of them.
   */
  readonly prefetches: boolean
  /** Whether the browser begins with the administrator's session. */
  readonly signedIn: boolean
}

/**
 * Playwright's `test`, on a site with the demo catalogue. A test fails when the page throws an error that nothing catches or
 * breaks the Content-Security-Policy, whatever else it shows; `page.on` before the first `goto` sees them too.
 */
export const test = base.extend<TestOptions & { cleanPages: void }, { giftwell: Giftwell }>({
  hydrates: [true, { option: true }],
  prefetches: [process.env['TEST_FULL'] === '1', { option: true }],
  signedIn: [false, { option: true }],

  giftwell: [
    // Playwright reads the names of the fixtures that are used from this pattern.
    async ({}, use) => {
      const site = await startDemoSite()
      await use(giftwellOf(site))
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ giftwell }, use) => {
    await use(giftwell.baseUrl)
  },

  storageState: async ({ giftwell, signedIn }, use) => {
    await use(signedIn ? await giftwell.adminStorage() : undefined)
  },

  context: async ({ context, prefetches }, use) => {
    if (!prefetches) {
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
    }
    await use(context)
  },

  cleanPages: [
    async ({ context, javaScriptEnabled, hydrates }, use) => {
      const faults: string[] = []
      context.on('weberror', (fault) => faults.push(String(fault.error())))
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text())
      })
      if (javaScriptEnabled && hydrates) context.on('page', waitForHydration)
      await use()
      base.expect(faults, 'errors that the page threw, and broken content security rules').toEqual([])
    },
    { auto: true },
  ],
})

/** What tests do with a running site. */
export function giftwellOf({ url, admin, mailFolder }: RunningSite): Giftwell {
  return {
    baseUrl: url,
    admin,
    mailFolder,
    newAddress: (name) => `${name}-${randomUUID().slice(0, 8)}@example.com`,
    newestMail: (to) => newestMailTo(mailFolder, to),
    newestLink: async (to) => linkIn(await newestMailTo(mailFolder, to)),
    adminStorage: createAdminStorage(url, admin),
  }
}

/** Signs in when the session before is over: a test may end all of them. */
export function createAdminStorage(url: string, admin: Giftwell['admin']): Giftwell['adminStorage'] {
  let session: { readonly access_token: string } | undefined
  return async () => {
    // The JSON of config.json.
    const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
    const ask = (path: string, options: RequestInit, authorization = '') =>
      fetch(`${url}/auth/v1/${path}`, {
        ...options,
        headers: { apikey: supabaseKey, authorization, 'content-type': 'application/json' },
      })
    const isGood = session && (await ask('user', {}, `Bearer ${session.access_token}`)).ok
    if (!isGood) {
      const body = JSON.stringify(admin)
      session = await (await ask('token?grant_type=password', { method: 'POST', body })).json()
    }
    const localStorage = [{ name: 'giftwell-auth', value: JSON.stringify(session) }]
    return { cookies: [], origins: [{ origin: url, localStorage }] }
  }
}

/** Makes `goto` and `reload` wait for hydration, so that tests may press at once. */
function waitForHydration(page: Page): void {
  const { goto, reload } = page
  page.goto = async (...address) => {
    const response = await goto.apply(page, address)
    await hydrated(page)
    return response
  }
  page.reload = async (...options) => {
    const response = await reload.apply(page, options)
    await hydrated(page)
    return response
  }
}

/** Waits until a prerendered page has its mark; a press before that is done then. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.getElementById('rendered-page') === null || 'hydrated' in document.documentElement.dataset,
    null,
    { timeout: 15_000 },
  )
}
