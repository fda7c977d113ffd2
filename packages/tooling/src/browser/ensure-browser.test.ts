import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { findBrowser } from './ensure-browser.ts'

let folder: string

beforeEach(async ({ skip }) => {
  skip(process.platform === 'win32', 'the fake browser is a shell script')
  folder = await mkdtemp(join(tmpdir(), 'giftwell-browser-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function fakeBrowser(name: string, script: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

test('the browser that CHROMIUM_PATH names comes before all others', async () => {
  const named = await fakeBrowser('named', 'echo Chromium 1.0')
  const other = await fakeBrowser('other', 'echo Chromium 2.0')
  expect(findBrowser({ CHROMIUM_PATH: named, CHROME_BIN: other, PATH: '' })).toBe(named)
})

test('a browser that CHROMIUM_PATH names and that does not work is not quietly replaced', async () => {
  const broken = await fakeBrowser('broken', 'exit 1')
  expect(() => findBrowser({ CHROMIUM_PATH: broken })).toThrow(/CHROMIUM_PATH names .*broken/)
  expect(() => findBrowser({ CHROMIUM_PATH: join(folder, 'missing') })).toThrow(
    /CHROMIUM_PATH names .*missing/,
  )
})

test('a variable of another program is passed over when its browser does not exist', async () => {
  const works = await fakeBrowser('works', 'echo Chrome 1.0')
  expect(findBrowser({ CHROME_BIN: join(folder, 'missing'), CHROME_PATH: works })).toBe(works)
})

test('a stub that only says how to install a browser is none', async () => {
  await fakeBrowser('chromium-headless-shell', 'echo install me first; exit 1')
  const works = await fakeBrowser('google-chrome-stable', 'echo Google Chrome 1.0')
  // Playwright's own comes first where it is installed.
  expect([works, expect.stringContaining('ms-playwright')]).toContainEqual(findBrowser({ PATH: folder }))
})
