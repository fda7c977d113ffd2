import { join } from 'node:path'

import { expectNoViolations } from '@giftwell/tooling/testing/expect-no-violations.ts'

import { expect, test } from './support/desktop-test.ts'
import { addressField, connectTo } from './support/first-steps.ts'

test.describe('axe finds no violations', () => {
  test('on the Connect screen and in the notice of an update', async ({ startApp, site, folder }) => {
    const { page, window } = await startApp(join(folder, 'user data'))
    await addressField(page).press('Enter')
    await expect(page.getByText('Address is required')).toBeVisible()
    await expectNoViolations(page)

    await connectTo(page, site)
    window.webContents.send('page:open', { path: '/settings' })
    await expect(page.getByText(site.url)).toBeVisible()
    window.webContents.send('updates:changed', { step: 'downloading', version: '2.0.0', percent: 41.7 })
    await expect(page.getByText('Version 2.0.0 is being downloaded (42%).')).toBeVisible()
    await expectNoViolations(page)

    window.webContents.send('updates:changed', { step: 'ready', version: '2.0.0' })
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Restart now' })).toBeVisible()
    await expectNoViolations(page)
  })
})
