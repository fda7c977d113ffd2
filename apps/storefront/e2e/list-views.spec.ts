import {
  expectNoViolations,
  expectNoViolationsInDialog,
} from '@giftwell/tooling/testing/expect-no-violations.ts'
import type { Page } from '@playwright/test'

import { expect, type Giftwell, test } from './support/giftwell.ts'
import { openProducts, productSearch } from './support/product-steps.ts'
import { acceptInvitation } from './support/steps.ts'

test.use({ signedIn: true })

const heads = (page: Page) => page.getByRole('columnheader')
const widthOf = async (page: Page, header: string) =>
  (await page.getByRole('columnheader', { name: header }).boundingBox())?.width ?? 0

/** Accepts an invitation to be an administrator. */
async function becomeAdministrator(page: Page, admin: Page, giftwell: Giftwell) {
  const email = giftwell.newAddress('colleague')
  await admin.goto('/admin/people')
  await admin.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await admin.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Administrator')
  await admin.getByRole('button', { name: 'Invite' }).click()
  await expect.poll(() => giftwell.newestLink(email)).toContain('#invitation=')
  await acceptInvitation(page, await giftwell.newestLink(email))
}

test(
  'columns are chosen, ordered and sized by keyboard, and are the same on another computer',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    await openProducts(page)
    const byDefault = await heads(page).allTextContents()

    await page.getByRole('button', { name: 'Columns' }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'Columns' })
    await expect(menu).toBeVisible()
    await expectNoViolationsInDialog(page)
    await expect(menu.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
    await menu.getByRole('checkbox', { name: 'Industries' }).press('Space')
    const up = menu.getByRole('button', { name: 'Move Budget up' })
    await up.press('Enter')
    await expect(menu.getByRole('status')).toHaveText('Budget is column 3 of 9.')
    await expect(up).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()

    const handle = page.getByRole('separator', { name: 'Width of Category' })
    const before = await widthOf(page, 'Category')
    for (let presses = 0; presses < 2; presses += 1) await handle.press('Shift+ArrowRight')
    await expect.poll(() => widthOf(page, 'Category')).toBeCloseTo(before + 128, -1)
    await expect(handle).toHaveAttribute('aria-valuenow', String(Math.round(before) + 128))
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move(0, 0, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => widthOf(page, 'Category'), 'the least').toBe(48)
    await handle.press('ArrowRight')
    await expect.poll(() => widthOf(page, 'Category')).toBe(56)

    const chosen = [
      'Image',
      'Name',
      'Budget',
      'Category',
      'Themes',
      'Doctor Types',
      'Sample',
      'Featured',
      'Actions',
    ]
    await expect(heads(page)).toHaveText(chosen)
    const elsewhere = await browser.newContext({
      baseURL: giftwell.baseUrl,
      storageState: await giftwell.adminStorage(),
    })
    const other = await elsewhere.newPage()
    await expect(async () => {
      await openProducts(other)
      await expect(heads(other)).toHaveText(chosen, { timeout: 2000 })
      expect(await widthOf(other, 'Category')).toBe(56)
    }).toPass()
    await elsewhere.close()

    await page.getByRole('button', { name: 'Columns' }).click()
    await menu.getByRole('button', { name: 'Reset columns' }).click()
    await expect(heads(page)).toHaveText(byDefault)
  },
)

test(
  'on a phone the cards have the columns that are chosen, in their order',
  { tag: '@full' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openProducts(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    const menu = page.getByRole('dialog', { name: 'Columns' })
    await expect(menu).toBeInViewport({ ratio: 1 })
    await expectNoViolationsInDialog(page)
    await menu.getByRole('button', { name: 'Move Featured up' }).click()
    await menu.getByRole('checkbox', { name: 'Budget' }).click()
    await expect(menu.getByRole('checkbox', { name: 'Budget' })).not.toBeChecked()
    await page.keyboard.press('Escape')
    const card = page.getByRole('row').nth(1)
    await expect(card.getByRole('cell').filter({ hasText: /./ }).first()).toHaveAttribute(
      'data-label',
      'Name',
    )
    await expect(card.locator('[data-label="Budget"]')).toHaveCount(0)
    await expect(card.locator('[data-label="Featured"] + [data-label="Sample"]')).toBeVisible()
    await expect(page.getByRole('separator')).toHaveCount(0)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    await menu.getByRole('button', { name: 'Reset columns' }).click()
    await expect(card.locator('[data-label="Budget"]')).toHaveCount(0)
  },
)

test(
  'a view with a filter is there after a reload, and opens for another administrator by its address',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    await openProducts(page)
    await productSearch(page).fill('copper')
    await expect(page).toHaveURL(/=copper/)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Featured' }).selectOption('Yes')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name A to Z')
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50 a page')
    const list = page.getByRole('heading', { name: /^All Products/ })
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
    const counted = await list.innerText()

    const views = page.getByRole('button', { name: /^View/ })
    await views.click()
    await page.getByRole('menuitem', { name: 'Save view...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await expectNoViolationsInDialog(page)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Featured copper')
    await page.keyboard.press('Enter')
    await expect(views).toHaveText('View: Featured copper')
    await expect(views).toBeFocused()
    await page.reload()
    await expect(views).toHaveText('View: Featured copper')
    await expect(list).toHaveText(counted)
    await views.click()
    await expect(page.getByRole('menuitem', { name: 'Featured copper' })).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')

    const address = new URL(page.url())
    address.search = `?view=${address.searchParams.get('view')}`
    const another = await browser.newContext({
      baseURL: giftwell.baseUrl,
      storageState: { cookies: [], origins: [] },
    })
    const colleague = await another.newPage()
    await becomeAdministrator(colleague, page, giftwell)
    await colleague.goto(address.href)
    await expect(colleague.getByRole('button', { name: 'View: Featured copper' })).toBeVisible()
    await expect(productSearch(colleague)).toHaveValue('copper')
    await expect(colleague.getByRole('heading', { name: /^All Products/ })).toHaveText(counted)
    await expect(colleague.getByRole('combobox', { name: 'Sort by' })).toHaveValue('name-up')
    await expect(colleague.getByRole('combobox', { name: 'Rows per page' })).toHaveValue('50')
    await colleague.getByRole('button', { name: 'View: Featured copper' }).click()
    await expect(colleague.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await expect(colleague.getByRole('menuitem', { name: 'Delete view' })).toHaveCount(0)

    await page.goto(address.href)
    await views.click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await expect(page.getByText('View deleted')).toBeVisible()
    await colleague.goto(address.href)
    await expect(colleague.getByText('This view is gone')).toBeVisible()
    await expectNoViolations(colleague)
    await another.close()
  },
)
