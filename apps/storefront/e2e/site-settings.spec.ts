import { expect, test } from './support/giftwell.ts'
import { password } from './support/steps.ts'

test.describe('a customised site', () => {
  test.use({ signedIn: true })

  // The other tests of this site expect its defaults.
  test.afterEach(async ({ page }) => {
    await page.goto('/admin/settings')
    for (const label of ['Name', 'Phone', 'Primary colour']) {
      await page.getByRole('textbox', { name: label, exact: true }).fill('')
    }
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: 'Giftwell website' }).first()).toBeVisible()
  })

  test('shows its name, colours and contact to visitors and in e-mails without a rebuild', async ({
    page,
    browser,
    giftwell,
  }) => {
    await page.goto('/admin/settings')
    await expect(page.getByRole('heading', { name: 'Site Settings' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Meridian Gifts')
    await page.getByRole('textbox', { name: 'Primary colour', exact: true }).fill('#0b3d2e')
    await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('+91 22 2345 6789')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'successfully' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Meridian Gifts website' }).first()).toBeVisible()

    const visitor = await browser.newContext({ javaScriptEnabled: false })
    const site = await visitor.newPage()
    await expect(async () => {
      await site.goto(`${giftwell.baseUrl}/catalogue`)
      await expect(site).toHaveTitle('Product Catalogue · Meridian Gifts', { timeout: 1000 })
    }).toPass()
    await expect(site.getByRole('link', { name: '+91 22 2345 6789' })).toHaveAttribute(
      'href',
      'tel:+912223456789',
    )
    const panel = await site.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--gw-panel').trim(),
    )
    expect(panel).toBe('#0b3d2e')
    await visitor.close()

    const config = await (await page.request.get('/config.json')).json()
    expect(Object(config).site).toMatchObject({ name: 'Meridian Gifts' })
    // A page that no server renders has the name although the settings cannot be loaded.
    const withoutCookies = { baseURL: giftwell.baseUrl, storageState: { cookies: [], origins: [] } }
    const alone = await (await browser.newContext(withoutCookies)).newPage()
    await alone.route('**/rpc/site_details*', (route) => route.abort())
    await alone.goto('/admin/login')
    await expect(alone).toHaveTitle('Admin Login · Meridian Gifts')
    await alone.context().close()
    const email = giftwell.newAddress('welcome')
    const signedUp = await page.request.post('/auth/v1/signup', {
      headers: { apikey: String(Object(config).supabaseKey) },
      data: { email, password },
    })
    expect(signedUp.status()).toBe(200)
    expect((await giftwell.newestMail(email)).subject).toBe('Confirm your Meridian Gifts account')
  })
})

test.describe('unsaved site settings', () => {
  test.use({ signedIn: true })

  test('Back asks before discarding them, and leaves with one press', { tag: '@full' }, async ({ page }) => {
    await page.goto('/admin/people')
    await page.getByRole('link', { name: 'Site Settings' }).click()
    const tagline = page.getByRole('textbox', { name: 'Footer tagline' })
    await tagline.fill('Not saved')
    const questions: string[] = []
    let answer: 'accept' | 'dismiss' = 'dismiss'
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog[answer]()
    })
    await page.evaluate(() => window.history.back())
    await expect.poll(() => questions).toEqual(['You have unsaved changes. Discard them?'])
    await expect(tagline).toHaveValue('Not saved')
    answer = 'accept'
    await page.evaluate(() => window.history.back())
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
    expect(questions).toHaveLength(2)

    await page.getByRole('link', { name: 'Site Settings' }).click()
    await expect(tagline).toHaveValue('')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
    expect(questions, 'no confirmation without changes').toHaveLength(2)
  })

  test('Back after a save leaves at once, without a confirmation', { tag: '@full' }, async ({ page }) => {
    await page.goto('/admin/people')
    await page.getByRole('link', { name: 'Site Settings' }).click()
    const tagline = page.getByRole('textbox', { name: 'Footer tagline' })
    const save = async (text: string) => {
      await tagline.fill(text)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'successfully' }).last()).toBeVisible()
    }
    await save('Saved')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
    await page.goto('/admin/settings')
    await save('')
  })
})
