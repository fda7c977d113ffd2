import { expect, test } from 'vitest'

import { FakeUpdater } from '../testing/fake-updater.ts'
import { startTestApp } from '../testing/start-test-app.ts'

test('a page with unsaved changes stays open unless the user discards them', async () => {
  const { electron, window } = await startTestApp()
  window.isUnsaved = true
  expect(window.pressClose()).toBe(false)
  expect(window.pressClose()).toBe(false)
  expect(electron.dialog.asked.map(({ options }) => options)).toMatchObject([
    {
      message: 'You have unsaved changes. Discard them?',
      buttons: ['Discard', 'Keep editing'],
      defaultId: 1,
    },
  ])
  await electron.dialog.press('Keep editing')
  expect([window.isGone, electron.app.endings]).toEqual([false, []])
  window.pressClose()
  await electron.dialog.press('Discard')
  expect([window.isGone, electron.app.endings]).toEqual([true, ['quit']])
})

test('a confirmation of the page is a dialog whose button names the action', async () => {
  const { electron, ask } = await startTestApp()
  for (const [button, agrees] of [
    ['Delete', true],
    ['Cancel', false],
  ] as const) {
    const answer = ask('question:ask', { question: 'Are you sure?', action: 'Delete' })
    await expect.poll(() => electron.dialog.asked).toHaveLength(1)
    expect(electron.dialog.asked[0]?.options).toMatchObject({
      message: 'Are you sure?',
      buttons: ['Delete', 'Cancel'],
      cancelId: 1,
    })
    await electron.dialog.press(button)
    expect(await answer).toBe(agrees)
  }
})

test('quitting goes on after the user has discarded unsaved changes, on macOS too', async () => {
  const { electron, window } = await startTestApp({ platform: 'darwin' })
  window.isUnsaved = true
  electron.app.quit()
  expect(electron.app.endings).toEqual([])
  await electron.dialog.press('Discard')
  expect([window.isGone, electron.app.endings]).toEqual([true, ['quit']])
})

test('reloading asks, and reloads after the user has discarded unsaved changes', async () => {
  const { electron, window } = await startTestApp()
  expect(window.webContents.emitPreventable('will-prevent-unload')).toBe(false)
  await electron.dialog.press('Discard')
  expect(window.webContents.reloads).toBe(1)
  expect(window.webContents.emitPreventable('will-prevent-unload')).toBe(true)
  // The next page has changes of its own.
  window.webContents.emit('did-navigate', {}, 'giftwell-app://app/')
  expect(window.webContents.emitPreventable('will-prevent-unload')).toBe(false)
})

/** An app whose update is ready to be installed. */
async function withUpdate(platform: NodeJS.Platform) {
  const updater = new FakeUpdater()
  updater.release = { version: '2.0.0' }
  const app = await startTestApp({ platform, updater })
  const { window } = app
  window.emit('ready-to-show')
  await expect.poll(() => updater.checks).toBe(1)
  const download = () => {
    updater.emit('update-downloaded', { version: '2.0.0' })
    app.electron.autoUpdater.emit('update-downloaded')
  }
  return { ...app, window, updater, download }
}

test.each(['win32', 'darwin'] as const)(
  'on %s unsaved changes keep the window and stop the update',
  async (platform) => {
    const { electron, window, updater, download, ask } = await withUpdate(platform)
    download()
    window.isUnsaved = true
    await ask('updates:install')
    await electron.dialog.press('Keep editing')
    expect([window.isGone, updater.installed]).toEqual([false, undefined])

    window.isUnsaved = false
    await ask('updates:install')
    expect([window.isGone, updater.installed]).toEqual([true, [true, true]])
    // Quitting is the updater's part; an app that quits before it installs nothing.
    expect(electron.app.endings).toEqual([])
  },
)

test('closing the window after "Keep editing" does not run the pending update', async () => {
  const { electron, window, updater, download, ask } = await withUpdate('win32')
  download()
  window.isUnsaved = true
  await ask('updates:install')
  await electron.dialog.press('Keep editing')
  window.isUnsaved = false
  window.pressClose()
  expect(updater.installed).toBeUndefined()
})

test('discarding unsaved changes installs the update before the app quits', async () => {
  const { electron, window, updater, download, ask } = await withUpdate('win32')
  download()
  window.isUnsaved = true
  // Electron emits this last, and the app quits on it.
  let installedFirst: unknown
  window.on('closed', () => (installedFirst = updater.installed))
  await ask('updates:install')
  await electron.dialog.press('Discard')
  expect(installedFirst).toEqual([true, true])
})

test('the crash dialog installs a downloaded update instead of relaunching', async () => {
  const { electron, window, updater, download } = await withUpdate('win32')
  download()
  for (let times = 0; times < 4; times += 1) {
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 })
  }
  electron.dialog.asked[0]?.press('Restart')
  await expect.poll(() => updater.installed).toEqual([true, true])
  expect(electron.app.endings).toEqual([])
})

test('a failed installation relaunches the app with an error status', async () => {
  const { electron, updater, download, ask } = await withUpdate('win32')
  download()
  await ask('updates:install')
  updater.fail()
  expect(electron.app.endings).toEqual(['relaunch', 'exit 1'])
})

test('the taskbar shows the download progress until it is complete', async () => {
  const { window, updater, download } = await withUpdate('win32')
  expect(window.progress).toBe(0)
  updater.emit('download-progress', { percent: 41.2 })
  expect(window.progress).toBe(0.41)
  download()
  expect(window.progress).toBe(-1)
})
