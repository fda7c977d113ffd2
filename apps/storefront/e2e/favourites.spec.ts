import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'

import { expect, test } from './support/giftwell.ts'
import { cards, openMailLink, password } from './support/steps.ts'

test('a product marked before signing up is a favourite afterwards, and all favourites go into one inquiry', async ({
  page,
  giftwell,
}) => {
  await page.goto('/catalogue?theme=Diwali')
  const name = await cards(page).nth(2).getByRole('heading').innerText()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `Add ${name} to favourites` }).click()
  await expect(dialog).toBeVisible()
  const email = giftwell.newAddress('favourites')
  await dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }).click()
  await dialog.getByRole('textbox', { name: 'Business Email' }).fill(email)
  await dialog.getByLabel(/^Password/).fill(password)
  await dialog.getByRole('button', { name: 'Create Account', exact: true }).click()
  await expect(dialog).toBeHidden()
  await openMailLink(page, await giftwell.newestLink(email))
  await expect(page.getByRole('button', { name: `Remove ${name} from favourites` })).toBeVisible()

  const other = await cards(page).nth(0).getByRole('heading').innerText()
  await page.getByRole('button', { name: `Add ${other} to favourites` }).click()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Favourites' }).click()
  await expect(page).toHaveURL(/\/favourites$/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Add all to inquiry' }).click()
  await expect(page.getByRole('button', { name: 'Inquiry Basket 2' })).toBeVisible()
  await page.getByRole('button', { name: `Remove ${other} from favourites` }).click()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/')
  const menu = await page.getByRole('button', { name: 'Open menu' }).boundingBox()
  const name320 = await page.getByRole('link', { name: 'Giftwell', exact: true }).first().boundingBox()
  expect(menu!.y, 'one line').toBeLessThan(name320!.y + name320!.height)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Favourites' }).click()
  await expect(page).toHaveURL(/\/favourites$/)
  await page.reload()
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})
