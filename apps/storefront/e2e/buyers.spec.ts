import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'
import type { Page } from '@playwright/test'

import { expect, test } from './support/giftwell.ts'
import { addToInquiry, cards } from './support/steps.ts'

// Buyers' complete journeys from the first page to the reference. A third one is in shared-links.spec.ts: gifts
// for 300 doctors on a phone, with a colleague's decision.

test('gifts in three budgets for 800 people at Diwali become one inquiry, by searches and the budget helper', async ({
  page,
  giftwell,
}) => {
  const field = page.getByRole('searchbox', { name: 'Search products' })
  await page.goto('/')
  await field.fill('diwali gift under 500')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Up to Rs.500' })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('Budget: low to high')
  await expect(cards(page).first().getByText('Rs.10-100', { exact: true })).toBeVisible()
  const names = await addToInquiry(page, 1)
  for (const [words, filter] of [
    ['diwali 500 se 1000', 'Rs.500-1000'],
    ['diwali above 2000', 'From Rs.2000'],
  ] as const) {
    await field.fill(words)
    await expect(page.getByRole('button', { name: `Remove ${filter}` })).toBeVisible()
    names.push(...(await addToInquiry(page, 1)))
  }
  expect(new Set(names).size).toBe(3)
  const dearest = names[2] ?? ''

  await page.getByRole('button', { name: 'Inquiry Basket 3' }).click()
  const basket = page.getByRole('dialog', { name: 'Inquiry Basket (3 items)' })
  await basket.getByText('Budget helper').click()
  await basket.getByLabel('People').fill('800')
  await basket.getByLabel('Total budget').fill('800000')
  await expect(basket.getByText('Rs.1,000 per gift: gifts at Rs.500-1000 fit.')).toBeVisible()
  await expect(basket.getByText(/^Above this band in your basket:/)).toContainText(`${dearest} (Rs.2000+)`)
  await basket.getByRole('button', { name: 'Use for this inquiry' }).click()
  for (const name of names)
    await expect(basket.getByRole('spinbutton', { name: `Quantity of ${name}` })).toHaveValue('800')
  await basket.getByRole('spinbutton', { name: `Quantity of ${dearest}` }).fill('40')
  const email = giftwell.newAddress('diwali')
  for (const [label, value] of [
    ['Delivery city', 'Pune'],
    ['Name', 'Arjun Rao'],
    ['Company', 'Test Company'],
    ['Email', email],
    ['Phone', '+91 98765 43210'],
    ['Message', 'Diwali gifts for the whole office'],
  ] as const)
    await basket.getByRole('textbox', { name: label }).fill(value)
  await expectNoViolations(page)
  await basket.getByRole('button', { name: 'Submit Inquiry' }).click()
  await page.getByRole('link', { name: 'View inquiry' }).click()
  await expect(page.getByRole('article', { name: dearest })).toContainText('Quantity 40')
  const { text } = await giftwell.newestMail(email)
  expect(text).toContain(`- 800 × ${names[0]}\n`)
  expect(text).toContain(`- 40 × ${dearest}\n`)
})

/** Presses Tab until an element has the focus, and returns how often. */
async function tabTo(page: Page, role: 'button' | 'spinbutton' | 'textbox', name: RegExp): Promise<number> {
  for (let presses = 1; presses <= 60; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = page.getByRole(role, { name }).and(page.locator(':focus'))
    if ((await focused.count()) === 1) return presses
  }
  throw new Error(`Tab does not reach ${String(name)}.`)
}

test('the keyboard alone, in text of twice the size, goes from the top of the catalogue to the reference', async ({
  page,
  giftwell,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/catalogue')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', /^Add to Inquiry/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Inquiry Basket 1' })).toBeVisible()

  await page.goto('/catalogue')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await tabTo(page, 'button', /^Inquiry Basket/)).toBeLessThanOrEqual(20)
  await page.keyboard.press('Enter')
  const basket = page.getByRole('dialog', { name: 'Inquiry Basket (1 items)' })
  await expect(basket).toBeVisible()
  await tabTo(page, 'button', /^Add quantities$/)
  await page.keyboard.press('Enter')
  expect(await tabTo(page, 'spinbutton', /^Quantity of/)).toBeLessThanOrEqual(2)
  await page.keyboard.type('300')
  const email = giftwell.newAddress('keyboard')
  for (const [name, value] of [
    [/^Name/, 'Keyboard Person'],
    [/^Company/, 'Test Company'],
    [/^Email/, email],
    [/^Phone/, '+91 98765 43210'],
    [/^Message/, 'By keyboard alone'],
  ] as const) {
    await tabTo(page, 'textbox', name)
    await page.keyboard.type(value)
  }
  await tabTo(page, 'button', /^Submit Inquiry$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'View inquiry' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/GW-[\dA-Z]{8}/).first()).toBeVisible()
})
