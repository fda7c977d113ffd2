import { startDefaultProxy } from './support/default-proxy.ts'
import { expect, test } from './support/giftwell.ts'
import { startDemoSite } from './support/running-site.ts'
import { adminSignIn, cards, signIn } from './support/steps.ts'

// The fixture fails a test when a page breaks the Content-Security-Policy.
for (const isNamed of [false, true]) {
  test(
    `behind nginx with its default headers ${isNamed ? 'and SITE_URL' : 'alone'} the site loads its data and users sign in`,
    { tag: isNamed ? '@full' : [] },
    async ({ page, giftwell }) => {
      await using stack = new AsyncDisposableStack()
      let target = giftwell.baseUrl
      const { origin } = stack.use(await startDefaultProxy(() => target))
      if (isNamed) target = stack.use(await startDemoSite({ SITE_URL: origin })).url

      await page.goto(`${origin}/catalogue`)
      const config: unknown = await page.evaluate(async () => (await fetch('/config.json')).json())
      expect(config).toHaveProperty('supabaseUrl', isNamed ? origin : '/')
      await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Diwali' }).check()
      await expect(page).toHaveURL(/theme=Diwali/)
      await expect(cards(page)).toHaveCount(12)
      await signIn(page, giftwell.admin.email, giftwell.admin.password)
      await expect(page.getByRole('button', { name: 'Login' })).toBeHidden()
      await page.reload()
      await expect(page.getByRole('button', { name: 'Login' })).toBeHidden()

      await page.evaluate(() => localStorage.clear())
      await page.goto(`${origin}/admin/products`)
      await adminSignIn(page, giftwell.admin)
      await expect(page.getByRole('row').nth(1)).toBeVisible()
    },
  )
}
