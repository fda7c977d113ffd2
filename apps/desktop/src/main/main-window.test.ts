import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startTestApp } from '../testing/start-test-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

test('the window has a minimum size, a title, and the theme colour before the first paint', async () => {
  const { window } = await startTestApp()
  expect(window.options).toMatchObject({
    show: false,
    title: 'Giftwell',
    minWidth: 720,
    minHeight: 520,
    backgroundColor: '#FBF7F0',
  })
})

test('no question can be switched off: Electron would offer that from the second one on', async () => {
  const { window } = await startTestApp()
  expect(window.options.webPreferences?.safeDialogs ?? false).toBe(false)
})

test('the window opens with its last position and size', async () => {
  const first = await startTestApp()
  first.window.bounds = { x: 40, y: 60, width: 1000, height: 700 }
  first.window.pressClose()
  const second = await startTestApp({ userData: first.userData })
  expect(second.window.options).toMatchObject({ x: 40, y: 60, width: 1000, height: 700 })
  second.window.emit('ready-to-show')
  expect(second.window.isLarge).toBe(false)
})

test('full screen and zoom are those of the last time', async () => {
  const first = await startTestApp()
  first.window.emit('ready-to-show')
  first.window.isFull = true
  first.window.webContents.zoom = 1.5
  first.window.pressClose()
  const { window } = await startTestApp({ userData: first.userData })
  window.emit('ready-to-show')
  await expect.poll(() => window.isFull).toBe(true)
  window.webContents.emit('did-finish-load')
  expect(window.webContents.zoom).toBe(1.5)
})

test('a maximised window opens maximised and restores to its former bounds', async () => {
  const first = await startTestApp()
  first.window.bounds = { x: 40, y: 60, width: 1000, height: 700 }
  first.window.emit('ready-to-show')
  first.window.isLarge = true
  first.window.pressClose()
  const second = await startTestApp({ userData: first.userData })
  expect(second.window.options).toMatchObject({ x: 40, y: 60, width: 1000, height: 700 })
  second.window.emit('ready-to-show')
  expect([second.window.isLarge, second.window.isShown]).toEqual([true, true])
})

test('a window that stays hidden keeps for its next start that it is maximised and in full screen, and is so once it is shown', async () => {
  const first = await startTestApp()
  first.window.emit('ready-to-show')
  Object.assign(first.window, { isLarge: true, isFull: true })
  first.window.pressClose()
  const { userData } = first
  const hidden = await startTestApp({ userData, args: ['giftwell', '--hidden'] })
  hidden.window.emit('ready-to-show')
  expect([hidden.window.isShown, hidden.window.isLarge, hidden.window.isFull]).toEqual([false, false, false])
  hidden.window.pressClose()
  const { window } = await startTestApp({ userData, args: ['giftwell', '--hidden'] })
  window.show()
  expect(window.isLarge).toBe(true)
  await expect.poll(() => window.isFull).toBe(true)
})

test('a window whose screen is gone opens on another screen', async () => {
  const userData = await temporaryFolder()
  const bounds = { x: 3000, y: 60, width: 1000, height: 700, isMaximized: false }
  await writeFile(join(userData, 'window.json'), JSON.stringify(bounds))
  const { window } = await startTestApp({ userData })
  expect(window.options).toMatchObject({ x: 320, y: 123, width: 1280, height: 860 })
})

test('the window falls back to the primary screen even if the system lists another first', async () => {
  const { window } = await startTestApp({
    prepare: ({ screen }) => {
      const other = { id: 2, workArea: { x: -1280, y: 0, width: 1280, height: 1024 } }
      const [main] = screen.displays
      screen.getPrimaryDisplay = () => main!
      screen.displays = [other, main!]
    },
  })
  expect(window.options.x).toBe(320)
})

test('the app follows the system appearance, also when it changes', async () => {
  const { electron, window } = await startTestApp({
    prepare: ({ nativeTheme }) => void (nativeTheme.isSystemDark = true),
  })
  expect(electron.nativeTheme.themeSource).toBe('system')
  expect(window.options.backgroundColor).toBe('#17121C')
  electron.nativeTheme.isSystemDark = false
  electron.nativeTheme.emit('updated')
  expect(window.backgroundColor).toBe('#FBF7F0')
})

test('a closed window ignores appearance changes', async () => {
  const { electron, window } = await startTestApp()
  window.pressClose()
  expect(electron.nativeTheme.listenerCount('updated')).toBe(0)
})
