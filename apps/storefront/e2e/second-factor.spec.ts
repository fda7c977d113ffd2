import { createHmac } from 'node:crypto'

import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'

import { expect, test } from './support/giftwell.ts'
import { adminSignIn } from './support/steps.ts'

/**
 * What an authenticator app shows for a key (RFC 6238).
 * @param shift periods of 30 seconds from now: the server accepts one before and after, and each code once
 */
function codeOf(key: string, shift = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(key, (sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + shift))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('two-step sign-in is set up, asked for in another browser, and removed', async ({
  page,
  browser,
  giftwell,
}) => {
  await page.goto('/admin/login')
  await adminSignIn(page, giftwell.admin)
  await page.getByRole('link', { name: /^Your account: signed in as/ }).click()
  await expect(page.getByText('Off.', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Set Up' }).click()
  const picture = page.getByRole('img', { name: 'QR code with the key below' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image) => Object(image).naturalWidth)).toBeGreaterThan(100)
  await expectNoViolations(page)
  const key = (await page.locator('code').innerText()).replace(/\s/g, '')
  const field = page.getByRole('textbox', { name: 'Code from your authenticator app' })
  await field.fill(codeOf(key, -1))
  await page.getByRole('button', { name: 'Turn On' }).click()
  await expect(page.getByText('On.', { exact: true })).toBeVisible()
  await page.goto('/admin/people')
  await expect(page.getByRole('link', { name: 'On: your two-step sign-in' })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: giftwell.baseUrl })
  const other = await elsewhere.newPage()
  await other.goto('/admin/leads')
  await adminSignIn(other, giftwell.admin)
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectNoViolations(other)
  await other.goto('/admin/leads')
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const asked = other.getByRole('textbox', { name: 'Code from your authenticator app' })
  await asked.fill(codeOf(key) === '000000' ? '111111' : '000000')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByText('This code is not correct.').first()).toBeVisible()
  await asked.fill(codeOf(key))
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByRole('heading', { name: /^All Leads/ })).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { name: /^All Leads/ })).toBeVisible()
  await elsewhere.close()

  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Remove…' }).click()
  await field.fill(codeOf(key, 1))
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Off.', { exact: true })).toBeVisible()
})
