import { expect, test } from './support/giftwell.ts'
import { adminSignIn, openMailLink, password, signUp } from './support/steps.ts'

const screens = [
  { link: 'Dashboard', path: '/admin', title: 'Admin Dashboard' },
  { link: 'Figures', path: '/admin/figures', title: 'Figures' },
  { link: 'Products', path: '/admin/products', title: 'Products' },
  { link: 'Categories', path: '/admin/categories', title: 'Categories' },
  { link: 'Subcategories', path: '/admin/subcategories', title: 'Subcategories' },
  { link: 'Industries', path: '/admin/industries', title: 'Industry Tags' },
  { link: 'Doctor Types', path: '/admin/doctor-types', title: 'Doctor Type Tags' },
  { link: 'Themes', path: '/admin/themes', title: 'Themes' },
  { link: 'Stats', path: '/admin/stats', title: 'Stats Blocks' },
  { link: 'Client Logos', path: '/admin/client-logos', title: 'Client Logos' },
  { link: 'Leads', path: '/admin/leads', title: 'Leads' },
  { link: 'Quotations', path: '/admin/quotations', title: 'Quotations' },
  { link: 'Orders', path: '/admin/orders', title: 'Orders' },
  { link: 'Companies', path: '/admin/companies', title: 'Companies' },
  { link: 'Privacy Requests', path: '/admin/privacy', title: 'Privacy Requests' },
  { link: 'Site Settings', path: '/admin/settings', title: 'Site Settings' },
  { link: 'People', path: '/admin/people', title: 'People' },
] as const

test(
  'an administrator lands on the dashboard, whose counts are those of the lists',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/admin/login')
    await adminSignIn(page, giftwell.admin)
    await expect(page.getByRole('status').filter({ hasText: 'Login Successful' })).toBeVisible()
    await expect(page).toHaveURL(`${giftwell.baseUrl}/admin`)
    await expect(page.getByText('Welcome to the Giftwell admin panel')).toBeVisible()
    for (const [label, list] of [
      ['Products', 'All Products'],
      ['Categories', 'All Categories'],
      ['Industries', 'All Industry Tags'],
      ['Leads', 'All Leads'],
    ] as const) {
      const card = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
      await expect(card).toContainText(/\d/)
      const count = await card.getByRole('definition').first().innerText()
      await card.getByRole('link', { name: 'View all' }).click()
      await expect(page.getByRole('heading', { name: `${list} (${count})` })).toBeVisible()
      await page.getByRole('link', { name: 'Dashboard' }).click()
    }
  },
)

test(
  'a screen opened before signing in opens afterwards, and Back does not lead to the login page',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/')
    await page.goto('/admin/themes')
    await expect(page).toHaveURL(/\/admin\/login$/)
    await adminSignIn(page, giftwell.admin)
    await expect(page.getByRole('heading', { name: 'Themes', level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Themes', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`${giftwell.baseUrl}/`)
  },
)

test(
  'signing out of a screen leads to the login page, and the next sign-in to the dashboard',
  { tag: '@full' },
  async ({ page, giftwell }) => {
    await page.goto('/admin/stats')
    await adminSignIn(page, giftwell.admin)
    await expect(page.getByText(giftwell.admin.email)).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/\/admin\/login$/)
    await adminSignIn(page, giftwell.admin)
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  },
)

test('a customer sees no back-office screen at any address', async ({ page, giftwell }) => {
  await page.goto('/catalogue')
  const email = giftwell.newAddress('visitor')
  await signUp(page, email)
  await openMailLink(page, await giftwell.newestLink(email))
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  for (const path of ['/admin', '/admin/products']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/admin\/login$/)
    await expect(page.getByText('This account has no access to the back office')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden()
  }
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await adminSignIn(page, { email, password })
  await expect(page.getByText('This account has no access to the back office')).toBeVisible()
})

test.describe('an administrator who is signed in', () => {
  test.use({ signedIn: true })

  test(
    'each link leads to its screen, which is named in the tab, and is the only one highlighted',
    { tag: '@full' },
    async ({ page, giftwell }) => {
      await page.goto('/admin/leads')
      const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link')
      await expect(links).toHaveText(screens.map(({ link }) => link))
      for (const { link, path, title } of screens) {
        await links.filter({ hasText: new RegExp(`^${link}$`) }).click()
        await expect(page).toHaveURL(`${giftwell.baseUrl}${path}`)
        await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible()
        await expect(page).toHaveTitle(new RegExp(`^(\\([\\d,]+\\) )?${title} · Giftwell$`))
        await expect(page.locator('a[aria-current="page"]')).toHaveText([link])
        await expect(page.getByRole('main')).toBeFocused()
      }
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'Site Settings', level: 1, exact: true })).toBeVisible()
    },
  )

  test(
    'the palette leads to a screen and to a product by a part of its name',
    { tag: '@full' },
    async ({ page }) => {
      await page.goto('/admin')
      await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox', { name: 'Search or jump to' })
      await expect(field).toBeFocused()
      await page.keyboard.type('doctor')
      await expect(page.getByRole('option', { name: 'Doctor Types' })).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Doctor Type Tags', level: 1 })).toBeVisible()
      await expect(page.getByRole('main')).toBeFocused()

      await page.getByRole('button', { name: 'Search or jump to…' }).click()
      await field.fill('lotus tea cup')
      const product = page.getByRole('group', { name: 'Products' }).getByRole('option').first()
      const name = await product.innerText()
      expect(name.toLowerCase()).toContain('lotus tea cup')
      await product.click()
      const dialog = page.getByRole('dialog', { name: 'Edit Product' })
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
      await page.keyboard.press('Control+k')
      await expect(field).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
    },
  )

  test(
    'on a phone a menu opens the links, keeps the focus, and closes by Escape and by a link',
    { tag: '@full' },
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await page.goto('/admin')
      const opener = page.getByRole('button', { name: 'Open menu' })
      await opener.click()
      const menu = page.getByRole('dialog', { name: 'Admin Panel' })
      await expect(menu.getByRole('navigation').getByRole('link')).toHaveText(screens.map(({ link }) => link))
      for (let stop = 0; stop <= screens.length + 2; stop += 1) {
        await page.keyboard.press('Tab')
        await expect(menu.locator(':focus')).toHaveCount(1)
      }
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(opener).toBeFocused()
      for (const { link, title } of screens) {
        await opener.click()
        await menu.getByRole('link', { name: link, exact: true }).click()
        await expect(menu).toBeHidden()
        await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth), title).toBe(360)
      }
      await page.getByRole('button', { name: 'Search or jump to…' }).click()
      await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
      await page.keyboard.press('Escape')
      await opener.click()
      await menu.getByRole('button', { name: 'Sign Out' }).click()
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    },
  )
})
