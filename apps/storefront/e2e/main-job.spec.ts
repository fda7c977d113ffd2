import { expect, test } from './support/giftwell.ts'
import {
  addToInquiry,
  adminSignIn,
  cards,
  fillInquiry,
  openMailLink,
  signIn,
  signUp,
} from './support/steps.ts'

test.use({ prefetches: true })

test('a visitor filters by industry, sends two products, and the administrator reads the lead', async ({
  page,
  browser,
  giftwell,
}) => {
  await page.goto('/catalogue')
  await page.getByRole('group', { name: 'Industry' }).getByRole('radio', { name: 'Pharmaceutical' }).check()
  await expect(page).toHaveURL(/industry=Pharmaceutical/)
  const products = await addToInquiry(page, 2)

  const email = giftwell.newAddress('buyer')
  const dialog = await fillInquiry(page, {
    name: 'Test Buyer',
    company: 'Test Company',
    email,
    message: 'Fifty of each, please.',
  })
  await expect(page.getByRole('dialog', { name: 'Inquiry Basket (2 items)' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit Inquiry' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Inquiry Submitted Successfully!' })).toContainText(
    "We'll get back to you within 24 hours.",
  )
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Inquiry Basket' })).toBeHidden()

  const office = await (await browser.newContext({ baseURL: giftwell.baseUrl })).newPage()
  await office.goto('/admin/leads')
  await expect(office).toHaveURL(/\/admin\/login$/)
  await adminSignIn(office, giftwell.admin)
  await expect(office.getByRole('status').filter({ hasText: 'Login Successful' })).toBeVisible()
  await expect(office).toHaveURL(/\/admin\/leads$/)
  const lead = office.getByRole('row').filter({ hasText: email })
  await expect(lead).toContainText('Test Company')
  await expect(lead).toContainText('+91 98765 43210')
  await expect(lead).toContainText('Fifty of each, please.')
  for (const product of products) await expect(lead).toContainText(product)
  await office.context().close()
})

test('a customer signs up, follows the confirmation link, signs in, and sees more than the preview', async ({
  page,
  giftwell,
}) => {
  await page.goto('/catalogue')
  await expect(cards(page)).toHaveCount(12)
  const email = giftwell.newAddress('customer')
  await signUp(page, email)
  await expect(page.getByRole('status').filter({ hasText: 'Welcome to Giftwell!' })).toContainText(
    'Please check your email to confirm your account',
  )
  await expect(page.getByRole('dialog')).toBeHidden()

  await signIn(page, email)
  await expect(page.getByRole('alert')).toContainText('Login Failed')
  await expect(page.getByRole('alert')).toContainText('Email not confirmed')
  await page.keyboard.press('Escape')

  await openMailLink(page, await giftwell.newestLink(email))
  await expect(page).toHaveURL(`${giftwell.baseUrl}/catalogue`)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(cards(page)).toHaveCount(12)

  await signIn(page, email)
  await expect(page.getByRole('status').filter({ hasText: 'Welcome back!' })).toContainText(
    'You now have access to our complete catalogue',
  )
  await expect(page.getByText('Viewing limited preview')).toBeHidden()
  await expect(page.getByText(/^\d{4} products$/)).toBeVisible()
  // The rows in view and two beside them are rendered.
  await page.mouse.wheel(0, 800)
  await expect.poll(() => page.getByRole('button', { name: 'Add to Inquiry' }).count()).toBeGreaterThan(12)
})
