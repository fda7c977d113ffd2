import { expect, test } from './support/giftwell.ts'
import { expectRecovery, to } from './support/network-faults.ts'
import { serveFromStaticHost } from './support/static-host.ts'
import { addToInquiry, cards, fillInquiry, openMailLink, password } from './support/steps.ts'

// Every request that a visitor's flow makes meets every fault in turn. What answers when it works is the real backend.

// Six faults, and three tries for each that is read.
test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await serveFromStaticHost(page)
})

test(
  'the catalogue shows a message when it cannot be loaded, and loads when tried again',
  { tag: '@full' },
  async ({ page }) => {
    await expectRecovery(page, {
      fails: to('GET', '/rpc/catalogue_page'),
      tries: 3,
      act: '/catalogue',
      message: page.getByRole('alert').filter({ hasText: 'We could not load the products.' }),
      works: () => expect(cards(page)).toHaveCount(12),
    })
  },
)

test(
  'the filters show a message when they cannot be loaded, and load when tried again',
  { tag: '@full' },
  async ({ page }) => {
    await expectRecovery(page, {
      fails: to('GET', '/rpc/catalogue_filters'),
      tries: 3,
      act: '/catalogue',
      message: page.getByRole('alert').filter({ hasText: 'We could not load the filters.' }).first(),
      works: () => expect(page.getByRole('radio', { name: 'Drinkware' }).first()).toBeAttached(),
    })
  },
)

test(
  'the home page works without its featured products, numbers and logos, and has them on the next visit',
  { tag: '@full' },
  async ({ page }) => {
    const parts = ['/products', '/stats_blocks', '/client_logos'].map((path) => to('GET', `/rest/v1${path}`))
    await expectRecovery(page, {
      fails: (request) => parts.some((isPart) => isPart(request)),
      tries: parts.length * 3,
      act: '/',
      message: page.getByRole('heading', { level: 1, name: 'Experience the Art of Corporate Gifting' }),
      async unchanged(within) {
        await expect(page.getByRole('heading', { name: 'Our Impact in Numbers' })).toBeHidden(within)
        await expect(page.getByRole('heading', { name: 'Trusted by Leading Companies' })).toBeVisible(within)
        await expect(page.getByRole('textbox', { name: 'Company' })).toBeVisible(within)
      },
      async works() {
        await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Our Impact in Numbers' })).toBeVisible()
      },
    })
  },
)

test('a basket stays unchanged when its products cannot be checked', { tag: '@full' }, async ({ page }) => {
  await page.goto('/catalogue')
  await addToInquiry(page, 2)
  const dialog = page.getByRole('dialog', { name: 'Inquiry Basket (2 items)' })
  await expectRecovery(page, {
    fails: to('POST', '/rpc/products_still_there'),
    tries: 3,
    async act() {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Inquiry Basket' }).click()
    },
    message: dialog,
    works: () => expect(dialog).toBeVisible(),
  })
})

test('an inquiry that fails shows a message and keeps the input, and is sent when tried again', async ({
  page,
  giftwell,
}) => {
  await page.goto('/catalogue')
  await addToInquiry(page, 2)
  const email = giftwell.newAddress('patient')
  const dialog = await fillInquiry(page, { name: 'Asha', company: 'Acme', email, message: 'For Diwali' })
  await page.clock.fastForward(10_000)
  await expectRecovery(page, {
    fails: to('POST', '/rest/v1/leads'),
    act: () => dialog.getByRole('button', { name: 'Submit Inquiry' }).click(),
    message: page.getByRole('alert').filter({ hasText: 'Failed to submit inquiry. Please try again.' }),
    async unchanged() {
      await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
      await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('For Diwali')
      await expect(dialog).toHaveAccessibleName('Inquiry Basket (2 items)')
    },
    works: () => expect(page.getByRole('status').filter({ hasText: 'Inquiry Submitted' })).toBeVisible(),
  })
})

test(
  'a quote request that fails shows a message and keeps the input, and is sent when tried again',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/')
    const email = giftwell.newAddress('quoted')
    const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'Company' }) })
    await form.getByRole('textbox', { name: 'Name', exact: false }).first().fill('Asha')
    await form.getByRole('textbox', { name: 'Company' }).fill('Acme')
    await form.getByRole('textbox', { name: 'Email' }).fill(email)
    await form.getByRole('textbox', { name: 'Phone' }).fill('+91 98765 43210')
    await page.clock.fastForward(10_000)
    await expectRecovery(page, {
      fails: to('POST', '/rest/v1/leads'),
      act: () => form.getByRole('button').last().click(),
      message: page.getByRole('alert').filter({ hasText: 'Submission failed' }),
      unchanged: () => expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(email),
      works: () => expect(page.getByRole('status').filter({ hasText: 'Thank you' }).first()).toBeVisible(),
    })
  },
)

test(
  'sign-in, sign-up and password reset show a message when they fail, and work when tried again',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/catalogue')
    await page.getByRole('button', { name: 'Login' }).click()
    const dialog = page.getByRole('dialog')
    const email = giftwell.newAddress('stubborn')
    const message = page.getByRole('alert').filter({ hasText: 'Authentication Error' })
    const field = dialog.getByRole('textbox', { name: 'Business Email' })
    const unchanged = () => expect(field).toHaveValue(email)

    await dialog.getByRole('button', { name: 'New to Giftwell? Create Account' }).click()
    await field.fill(email)
    await dialog.getByLabel(/^Password/).fill(password)
    await expectRecovery(page, {
      fails: to('POST', '/auth/v1/signup'),
      act: () => dialog.getByRole('button', { name: 'Create Account', exact: true }).click(),
      message,
      unchanged,
      works: () => expect(page.getByRole('status').filter({ hasText: 'Welcome to Giftwell!' })).toBeVisible(),
    })
    await openMailLink(page, await giftwell.newestLink(email))
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()

    await page.getByRole('button', { name: 'Login' }).click()
    await field.fill(email)
    await dialog.getByRole('button', { name: 'Forgot password?' }).click()
    await expectRecovery(page, {
      fails: to('POST', '/auth/v1/recover'),
      act: () => dialog.getByRole('button', { name: 'Send Link' }).click(),
      message,
      unchanged,
      works: () => expect(page.getByRole('status').filter({ hasText: 'Check your email' })).toBeVisible(),
      // Its valid response is an empty object.
      without: ['is answered with another form'],
    })

    await page.goto('/catalogue')
    await page.getByRole('button', { name: 'Login' }).click()
    await field.fill(email)
    await dialog.getByLabel(/^Password/).fill(password)
    await expectRecovery(page, {
      fails: to('POST', '/auth/v1/token'),
      act: () => dialog.getByRole('button', { name: 'Sign In', exact: true }).click(),
      message,
      unchanged,
      works: () => expect(page.getByRole('status').filter({ hasText: 'Welcome back!' })).toBeVisible(),
    })
  },
)
