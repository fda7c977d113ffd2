import { basename } from 'node:path'

import { siteFolder, weighFirstView } from '@giftwell/tooling/site/build-site.ts'
import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { cards, rendered } from './support/steps.ts'

test.use({ prefetches: true })

/** The names of the files of a kind that a page has loaded. */
async function loaded(page: Page, extension: '.js' | '.woff2'): Promise<readonly string[]> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return urls.filter((url) => url.endsWith(extension)).map((url) => withoutHash(basename(url)))
}

const pages = [
  {
    path: '/',
    file: 'index.html',
    content: (page: Page) => page.getByRole('region', { name: 'Featured Products' }).getByRole('article'),
  },
  { path: '/catalogue', file: 'catalogue.html', content: cards },
]

for (const { path, file, content } of pages) {
  test(`the first view of ${path} loads exactly the scripts that its budget counts, and the small fonts`, async ({
    page,
    request,
  }) => {
    await rendered(request, path)
    // A browser that is never idle prefetches nothing.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.goto(path)
    await expect(content(page).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const { scripts } = await weighFirstView(siteFolder, file)
    const weighed = Object.keys(scripts)
    expect([...new Set(await loaded(page, '.js'))].toSorted()).toEqual(weighed.toSorted())
    expect((await loaded(page, '.woff2')).toSorted()).toEqual(['figtree-core.woff2', 'fraunces-core.woff2'])
  })
}

test('after an idle preload, a dialog and the other page open offline', async ({ page, context }) => {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Featured Products' })).toBeVisible()
  await expect
    .poll(() => loaded(page, '.js'))
    .toEqual(
      expect.arrayContaining([
        'auth-dialog.js',
        'catalogue-page.js',
        'basket-dialog.js',
        'contact-schemas.js',
      ]),
    )

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Login' })).toBeFocused()
  await page.getByRole('link', { name: 'Browse All Industries' }).click()
  await expect(page.getByRole('heading', { name: 'Product Catalogue' })).toBeVisible()
})

function withoutHash(name: string): string {
  return name.replace(/-[\w-]{8}(?=\.\w+$)/, '')
}
