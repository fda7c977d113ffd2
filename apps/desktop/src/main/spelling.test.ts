import { expect, test } from 'vitest'

import { startTestApp } from '../testing/start-test-app.ts'

test.each(['win32', 'linux'] as const)('on %s no dictionary is fetched from anywhere', async (platform) => {
  const { electron, window } = await startTestApp({ platform })
  const { defaultSession } = electron.session
  expect([defaultSession.isSpellingOn, defaultSession.spellingLanguages]).toEqual([false, []])
  expect(window.options.webPreferences?.spellcheck).toBe(false)
})

test('on macOS the system checks the spelling', async () => {
  const { electron, window } = await startTestApp({ platform: 'darwin' })
  expect(electron.session.defaultSession.isSpellingOn).toBe(true)
  expect(window.options.webPreferences?.spellcheck).toBe(true)
})
