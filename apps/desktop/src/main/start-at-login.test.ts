import { expect, test } from 'vitest'

import { startTestApp } from '../testing/start-test-app.ts'

test.each(['win32', 'darwin'] as const)(
  'on %s the app is set to start at login, and back',
  async (platform) => {
    const { electron, ask } = await startTestApp({ platform })
    expect(await ask('login:read')).toBe(false)
    expect(await ask('login:set', true)).toBe(true)
    expect(await ask('login:read')).toBe(true)
    // The window stays hidden then.
    expect(electron.app.loginArgs).toEqual(['--hidden'])
    expect(await ask('login:set', false)).toBe(false)
    expect(electron.app.loginArgs).toBeNull()
  },
)

test('an entry that the Task Manager has disabled counts as off, and can be enabled again', async () => {
  const { electron, ask } = await startTestApp({ platform: 'win32' })
  await ask('login:set', true)
  electron.app.isLoginDisabled = true
  expect(await ask('login:read')).toBe(false)
  expect(await ask('login:set', true)).toBe(true)
})

test('an entry that macOS does not approve counts as off', async () => {
  const { electron, ask } = await startTestApp({ platform: 'darwin' })
  electron.app.isLoginUnapproved = true
  expect(await ask('login:set', true)).toBe(false)
})

test.each([
  ['Linux', 'linux', true],
  ['development', 'win32', false],
] as const)('on %s Electron cannot do it, and is not asked to', async (_where, platform, isPackaged) => {
  const { electron, ask } = await startTestApp({
    platform,
    prepare: ({ app }) => void (app.isPackaged = isPackaged),
  })
  expect(await ask('login:read')).toBeNull()
  expect(await ask('login:set', true)).toBeNull()
  expect(electron.app.loginArgs).toBeNull()
})
