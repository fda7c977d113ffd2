import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { holdIdle } from '@giftwell/tooling/browser/hold-idle.ts'
import { siteFolder } from '@giftwell/tooling/site/build-site.ts'
import { firstViewBudget } from '@giftwell/tooling/site/first-view-budget.ts'
import { scriptInPage, sumOf, weighPage } from '@giftwell/tooling/site/page-weight.ts'
import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards } from './support/steps.ts'

/** Words by which the code is known that no first view may load. */
const laterCode = {
  'supabase-js': 'GoTrueClient',
  'the rules of forms': 'ZodError',
  dialogs: 'onExitTransitionEnd',
  'the back office': 'Doctor Types',
}

/** A browser that is never idle unless it is told to be; the addresses and texts of all scripts that its pages have loaded. */
async function watch(page: Page) {
  const idle = await holdIdle(page)
  async function addresses() {
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    return loaded.filter((name) => name.endsWith('.js'))
  }
  return {
    ...idle,
    addresses,
    async scripts() {
      const scripts = new Map<string, string>()
      const inPage = await page.locator('head script[data-start]').textContent()
      scripts.set(scriptInPage, inPage ?? '')
      for (const url of await addresses()) {
        scripts.set(basename(url), await (await page.request.get(url)).text())
      }
      return scripts
    },
  }
}

const pages = [
  {
    path: '/',
    file: 'index.html',
    whole: (page: Page) => page.getByRole('region', { name: 'Featured Products' }).getByRole('article'),
  },
  { path: '/catalogue', file: 'catalogue.html', whole: cards },
]

for (const { path, file, whole } of pages) {
  test(`the first view of ${path} loads what its budget counts, and nothing that can come later`, async ({
    page,
  }) => {
    const { scripts, atRest } = await watch(page)
    await page.goto(path)
    await expect(whole(page).first()).toBeVisible()
    await atRest()
    await page.waitForLoadState('networkidle')

    const loaded = await scripts()
    const weighed = await weighPage(siteFolder, file)
    expect([...loaded.keys()].map(withoutChecksum).toSorted()).toEqual(
      Object.keys(weighed.scripts).toSorted(),
    )
    const bytes = [...loaded.values()].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
    expect(bytes).toBe(sumOf(weighed.scripts))
    expect(bytes).toBeLessThanOrEqual(firstViewBudget.scripts)
    for (const [what, word] of Object.entries(laterCode)) {
      expect(
        [...loaded].filter(([, text]) => text.includes(word)).map(([name]) => name),
        what,
      ).toEqual([])
    }
  })
}

test('the words by which later code is known are in the website', async () => {
  const assets = join(siteFolder, 'assets')
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))
  for (const [what, word] of Object.entries(laterCode)) {
    expect(
      texts.some((text) => text.includes(word)),
      what,
    ).toBe(true)
  }
})

test('once the page has been idle, the dialog and the other page open without the network', async ({
  page,
  context,
}) => {
  const { addresses, beIdle } = await watch(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Featured Products' })).toBeVisible()
  await expect
    .poll(async () => {
      await beIdle()
      return (await addresses()).map((url) => withoutChecksum(basename(url)))
    })
    .toEqual(expect.arrayContaining(['auth-dialog.js', 'catalogue-page.js', 'basket-dialog.js', 'quote.js']))

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Login' })).toBeFocused()
  await page.getByRole('link', { name: 'Browse All Industries' }).click()
  await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeVisible()
})

test('a dialog whose code does not come says so, and opens when it is tried again', async ({ page }) => {
  await watch(page)
  await page.route(/\/auth-dialog-[\w-]+\.js$/, (route) => route.abort())
  await page.goto('/catalogue')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'The sign-in form could not be loaded. Please check your connection and try again.',
  )
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
})

test('a page whose code does not come says so in its place, and shows when it is tried again', async ({
  page,
}) => {
  await watch(page)
  await page.route(/\/catalogue-page-[\w-]+\.js$/, (route) => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: 'Browse All Industries' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'This page could not be loaded. Please check your connection and try again.',
  )
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeVisible()
})

function withoutChecksum(name: string): string {
  return name.replace(/-[\w-]{8}(?=\.js$)/, '')
}
