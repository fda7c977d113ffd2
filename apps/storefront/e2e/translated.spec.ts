import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { addToInquiry, cards, fillInquiry } from './support/steps.ts'

/** Does what browsers that translate a page do: each text, now and later, moves into elements that React does not know. */
function translate() {
  const untranslated = 'script, style, textarea, svg, font, [translate=no]'
  const move = (text: Node) => {
    if (text.nodeValue?.trim() === '' || text.parentElement?.closest(untranslated) !== null) return
    const tag: string = 'font'
    const [outer, inner] = [document.createElement(tag), document.createElement(tag)]
    text.parentNode?.replaceChild(outer, text)
    outer.append(inner)
    inner.append(String(text.nodeValue))
  }
  const moveAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
    while (walker.nextNode() !== null) texts.push(walker.currentNode)
    texts.forEach(move)
  }
  moveAll(document.body)
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) moveAll(node)
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Opens a page and translates it; it stays translated until the next load. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(translate)
}

/** What React could not change because its texts had moved. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (/removeChild|insertBefore|NotFoundError/.test(message.text())) faults.push(message.text())
  })
  return faults
}

async function expectWhole(page: Page, faults: readonly string[]) {
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  expect(faults).toEqual([])
}

test('a translated website filters, searches, adds, removes and submits', async ({ page, giftwell }) => {
  const faults = faultsOf(page)
  await open(page, '/catalogue')
  await page.getByRole('group', { name: 'Budget' }).getByRole('radio').first().click()
  await page.getByRole('button', { name: 'Clear All' }).first().click()
  await page.getByRole('group', { name: 'Industry' }).getByRole('radio', { name: 'Pharmaceutical' }).click()
  await expect(page.getByRole('group', { name: 'Doctor Type' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name')
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill('zzzz')
  await expect(page.getByText('No products found')).toBeVisible()
  await search.fill('botle')
  await expect(cards(page).first()).toBeVisible()

  await open(page, '/catalogue')
  await addToInquiry(page, 3)
  const contact = { name: 'Asha', company: 'Acme', email: giftwell.newAddress('translated') }
  const basket = await fillInquiry(page, contact)
  await basket
    .getByRole('button', { name: /^Remove / })
    .last()
    .click()
  await basket.getByRole('button', { name: 'Submit Inquiry' }).click()
  await expect(page.getByText('Inquiry Submitted Successfully!')).toBeVisible()
  await expectWhole(page, faults)

  for (const path of ['/inquiry/sent', '/privacy', '/shortlist']) {
    await open(page, path)
    await page.getByRole('link', { name: 'Catalogue', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Product Catalogue' })).toBeVisible()
    await expectWhole(page, faults)
  }
  await page.getByRole('button', { name: 'Login' }).click()
  const account = page.getByRole('dialog')
  await account.getByRole('button', { name: 'New to Giftwell? Create Account' }).click()
  await account.getByRole('button', { name: 'Create Account', exact: true }).click()
  await account.getByRole('button', { name: 'Already have an account? Sign In' }).click()
  await account.getByRole('textbox', { name: 'Business Email' }).fill(giftwell.admin.email)
  await account.getByLabel(/^Password/).fill('a guess')
  await account.getByRole('button', { name: 'Sign In', exact: true }).click()
  // Announced once.
  await expect(page.getByRole('alert')).toHaveText(/^Login Failed/)
  await account.getByRole('button', { name: 'Forgot password?' }).click()
  await account.getByRole('button', { name: 'Back to Sign In' }).click()
  await expectWhole(page, faults)
})

test.describe('a translated back office', () => {
  test.use({ signedIn: true })

  test('opens every screen and dialog, and shows errors and toasts', { tag: '@full' }, async ({ page }) => {
    const faults = faultsOf(page)
    await open(page, '/admin')
    const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link')
    await expect(links.filter({ hasText: 'People' })).toBeVisible()
    for (let index = 0; index < (await links.count()); index += 1) {
      await links.nth(index).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      const add = page.getByRole('main').getByRole('button', { name: /^Add (?!photos)/ })
      if ((await add.count()) > 0) {
        await add.first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Create', exact: true }).click()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        await expect(dialog).toHaveCount(0)
      }
      await expectWhole(page, faults)
    }

    await page.getByRole('link', { name: /^Your account: signed in as/ }).click()
    await page.getByRole('button', { name: 'Set Up' }).click()
    await page.getByRole('button', { name: 'Turn On' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(
      page.getByRole('list', { name: 'Sessions' }).getByText('This session', { exact: true }),
    ).toBeVisible()
    const dark = page.getByRole('switch', { name: 'Dark' })
    await dark.click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await dark.click()
    await expectWhole(page, faults)
  })
})
