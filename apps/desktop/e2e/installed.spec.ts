import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { chromium, expect, type Page } from '@playwright/test'

import { test } from './support/desktop-test.ts'
import { addressField, connectTo, openScreen, signIn } from './support/first-steps.ts'
import { sendLead } from './support/send-lead.ts'

/** The program that the release's installer has installed; only the hosted workflow names one (playwright.config.ts). */
const program = process.env['GIFTWELL_INSTALLED'] ?? ''
const debugging = 'http://127.0.0.1:9333'

// Playwright starts Electron through Node's inspector, which the fuses disable. So the test controls the page only.
async function pageOf(app: ChildProcess): Promise<Page> {
  let page: Page | undefined
  await expect(async () => {
    expect(app.exitCode).toBeNull()
    const browser = await chromium.connectOverCDP(debugging)
    page = browser.contexts()[0]?.pages()[0]
    expect(page).toBeDefined()
  }).toPass({ timeout: 60_000 })
  if (page === undefined) throw new Error('The installed app has shown no page.')
  return page
}

test('the installed app shows its window, connects, signs in and lists the leads', async ({ site, folder }, {
  outputDir,
}) => {
  test.slow()
  const lead = {
    name: 'Meera Earlybird',
    company: 'Sunrise',
    email: 'meera@sunrise.example',
    message: 'Lamps',
  }
  await sendLead(site.url, lead)
  const app = spawn(
    program,
    [
      '--remote-debugging-port=9333',
      `--user-data-dir=${join(folder, 'user data')}`,
      // No user confirms the keychain prompt, and outside a desktop Chromium looks for no keyring by itself.
      ...(process.platform === 'darwin' ? ['--use-mock-keychain'] : []),
      ...(process.platform === 'linux' ? ['--password-store=gnome-libsecret'] : []),
    ],
    { stdio: 'inherit' },
  )
  const ended = once(app, 'exit')
  try {
    const page = await pageOf(app)
    // A release built for a website asks for no address.
    await expect(addressField(page).or(page.getByRole('heading', { name: 'Admin Login' }))).toBeVisible()
    if (await addressField(page).isVisible()) {
      await connectTo(page, site)
      await signIn(page, site)
      await openScreen(page, 'Leads')
      await expect(page.getByRole('row').filter({ hasText: lead.name })).toBeVisible()
    }
    await page.screenshot({ path: join(outputDir, `installed-${process.platform}.png`) })
  } finally {
    app.kill()
    await ended
  }
})
