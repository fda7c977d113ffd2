import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'

import { expect, hydrated, test } from './support/giftwell.ts'
import { adminSignIn, cards, openMailLink, password, signIn, signUp } from './support/steps.ts'

test(
  'a wrong password shows the server’s message, and the input stays',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    await signIn(page, giftwell.admin.email, 'not the password')
    await expect(page.getByRole('alert')).toContainText('Login Failed')
    await expect(page.getByRole('alert')).toContainText('Invalid login credentials')
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Business Email' })).toHaveValue(
      giftwell.admin.email,
    )
  },
)

test(
  'a confirmation link works once, on any device, and a used one offers a new one',
  { tag: '@full' },
  async ({ page, browser, giftwell }) => {
    await page.goto('/catalogue')
    const email = giftwell.newAddress('elsewhere')
    await signUp(page, email)
    const link = await giftwell.newestLink(email)

    const phone = await (await browser.newContext({ baseURL: giftwell.baseUrl })).newPage()
    // Programs that check e-mails open links, run their scripts, and press nothing.
    await phone.goto(link)
    await phone.reload()
    await expect(phone.getByRole('button', { name: 'Continue' })).toBeVisible()
    await openMailLink(phone, link)
    await expect(phone.getByRole('button', { name: 'Account' })).toBeVisible()
    await expect(phone).toHaveURL(`${giftwell.baseUrl}/catalogue`)
    await phone.context().close()

    await page.goto(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'This Link No Longer Works' })).toBeVisible()
    const form = page.getByRole('form', { name: 'New link' })
    await form.getByRole('textbox', { name: 'Email' }).fill(email)
    await form.getByRole('button', { name: 'Send New Link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible()
    await expect(page).toHaveURL(`${giftwell.baseUrl}/catalogue`)
    await expect(cards(page)).toHaveCount(12)
    // The account is confirmed by now.
    await expect.poll(async () => (await giftwell.newestMail(email)).text).toContain('type=recovery')
  },
)

test(
  'a customer is told that the back office is not for them, and can sign out',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    const email = giftwell.newAddress('curious')
    await signUp(page, email)
    await openMailLink(page, await giftwell.newestLink(email))
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await page.goto('/admin/leads')
    await expect(page).toHaveURL(/\/admin\/login$/)
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText('This account is not an administrator.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  },
)

test(
  'an account created on the back office’s login page returns there, without an administrator’s rights',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/admin/login')
    await expect(page.getByText('Content Management System')).toBeVisible()
    await page.getByRole('button', { name: 'Need an account? Sign Up' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Sign Up' })).toBeVisible()
    const email = giftwell.newAddress('applicant')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Create Account', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Sign Up Successful' })).toContainText(
      'Please check your email to confirm your account',
    )
    await openMailLink(page, await giftwell.newestLink(email))
    await expect(page).toHaveURL(`${giftwell.baseUrl}/admin/login`)
    await expect(page.getByText('This account is not an administrator.')).toBeVisible()
  },
)

test('signing out of the back office ends the session everywhere', async ({ page, giftwell }) => {
  await page.goto('/admin')
  await adminSignIn(page, giftwell.admin)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  const logout = page.waitForRequest((request) => request.url().includes('/auth/v1/logout?scope=global'))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await logout
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('auth')))).toEqual(
    [],
  )
  await page.goto('/admin/leads')
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('a forgotten password is replaced through an e-mail', async ({ page, giftwell }) => {
  await page.goto('/catalogue')
  const email = giftwell.newAddress('forgetful')
  await signUp(page, email)
  await openMailLink(page, await giftwell.newestLink(email))
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()

  await page.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Business Email' }).fill(email)
  await dialog.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Business Email' })).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible()

  await expect.poll(async () => (await giftwell.newestMail(email)).text).toContain('type=recovery')
  await openMailLink(page, await giftwell.newestLink(email))
  const chosen = page.getByRole('dialog', { name: 'Choose a New Password' })
  await chosen.getByLabel(/^New Password/).fill('a newer garland 9')
  await chosen.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Password Changed' })).toBeVisible()
  await expect(chosen).toBeHidden()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()

  await signIn(page, email, password)
  await expect(page.getByRole('alert')).toContainText('Login Failed')
  await page.keyboard.press('Escape')
  await signIn(page, email, 'a newer garland 9')
  await expect(page.getByRole('status').filter({ hasText: 'Welcome back!' })).toBeVisible()
})

test(
  'signing up again, or with the address of an account, looks like signing up',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    const email = giftwell.newAddress('hasty')
    const welcome = page.getByRole('status').filter({ hasText: 'Welcome to Giftwell!' })
    for (const address of [email, email, giftwell.admin.email]) {
      await signUp(page, address)
      await expect(welcome).toBeVisible()
      await welcome.getByRole('button', { name: 'Close notification' }).click()
      await expect(welcome).toBeHidden()
    }
  },
)

test(
  'the first click on another mode works although the field that loses the focus shows a message',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/catalogue')
    await page.getByRole('button', { name: 'Login' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Business Email' })).toBeFocused()
    await dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }).click({ delay: 120 })
    await expect(page.getByRole('dialog', { name: 'Create Account' })).toBeVisible()
    await expect(dialog.getByText('Business Email is required')).toBeHidden()

    await dialog.getByRole('textbox', { name: 'Business Email' }).fill('nobody')
    await dialog.getByRole('button', { name: 'Already have an account? Sign In' }).click({ delay: 120 })
    await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible()
  },
)

test('tokens and texts in the fragment of an address are not taken over', async ({ page, giftwell }) => {
  const { supabaseKey } = Object(await (await page.request.get('/config.json')).json())
  const response = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: String(supabaseKey) },
    data: giftwell.admin,
  })
  const { access_token: access, refresh_token: refresh } = Object(await response.json())
  const tokens = `access_token=${access}&refresh_token=${refresh}&expires_in=3600&token_type=bearer&type=signup`
  for (const fragment of [
    tokens,
    'error=access_denied&error_code=otp_expired&error_description=Call+us+now',
  ]) {
    await page.goto(`/catalogue#${fragment}`)
    await hydrated(page)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('Call us now')).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('giftwell-auth'))).toBeNull()
  }
})

test(
  'a link signs a browser in as another user only after naming the session that ends',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    const email = giftwell.newAddress('second')
    await signUp(page, email)
    const link = await giftwell.newestLink(email)
    await expect(page.getByRole('status').filter({ hasText: 'Welcome to Giftwell!' })).toBeVisible()
    await signIn(page, giftwell.admin.email, giftwell.admin.password)
    await expect(page.getByRole('status').filter({ hasText: 'Welcome back!' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByText(`You are signed in as ${giftwell.admin.email}`)).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('link', { name: `Stay signed in as ${giftwell.admin.email}` }).click()
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText(giftwell.admin.email)).toBeVisible()
    await openMailLink(page, link)
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText(email)).toBeVisible()
  },
)

test(
  'an administrator gets the not-found page at an unknown address',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/admin/nothing-here')
    await adminSignIn(page, giftwell.admin)
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
  },
)

test(
  'a sign-out that fails shows a message and can be tried again',
  { tag: '@full' },
  async ({ page, context, giftwell }) => {
    await page.goto('/catalogue')
    await signIn(page, giftwell.admin.email, giftwell.admin.password)
    await expect(page.getByRole('status').filter({ hasText: 'Welcome back!' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Sign out failed' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  },
)
