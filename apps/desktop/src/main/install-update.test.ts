import { expect, test } from 'vitest'

import { FakeUpdater } from '../testing/fake-updater.ts'
import { startTestApp } from '../testing/start-test-app.ts'

/** An app whose update is ready to be installed. */
async function withUpdate(platform: NodeJS.Platform) {
  const updater = new FakeUpdater()
  updater.release = { version: '2.0.0' }
  const app = await startTestApp({ platform, updater })
  const { window } = app
  window.emit('ready-to-show')
  await expect.poll(() => updater.checks).toBe(1)
  const download = () => updater.emit('update-downloaded', { version: '2.0.0' })
  return { ...app, window, updater, download }
}

test.each(['win32', 'darwin'] as const)(
  'on %s something unsaved keeps the window, and the updater is not even called; without it, it is',
  async (platform) => {
    const { electron, window, updater, download, ask } = await withUpdate(platform)
    download()
    window.isUnsaved = true
    electron.dialog.pressedAtOnce = 'Keep editing'
    await ask('updates:install')
    expect(electron.dialog.askedAtOnce).toHaveLength(1)
    expect([window.isGone, updater.installed]).toEqual([false, undefined])

    window.isUnsaved = false
    await ask('updates:install')
    expect([window.isGone, updater.installed]).toEqual([true, [true, true]])
  },
)

test('whoever stayed and closes the window later installs nothing by that but what quitting does', async () => {
  const { electron, window, updater, download, ask } = await withUpdate('win32')
  download()
  window.isUnsaved = true
  electron.dialog.pressedAtOnce = 'Keep editing'
  await ask('updates:install')
  window.isUnsaved = false
  window.pressClose()
  expect(updater.installed).toBeUndefined()
})

test('whoever discards what is unsaved gets the update, before the app ends with its window', async () => {
  const { electron, window, updater, download, ask } = await withUpdate('win32')
  download()
  window.isUnsaved = true
  electron.dialog.pressedAtOnce = 'Discard'
  // Electron tells this last, and there the app quits.
  let installedFirst: unknown
  window.on('closed', () => (installedFirst = updater.installed))
  await ask('updates:install')
  expect(installedFirst).toEqual([true, true])
})

test('an app that keeps stopping is restarted by the update that waits, and by nothing beside it', async () => {
  const { electron, window, updater, download } = await withUpdate('win32')
  download()
  for (let times = 0; times < 4; times += 1) {
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 })
  }
  electron.dialog.asked[0]?.press('Restart')
  await expect.poll(() => updater.installed).toEqual([true, true])
  expect(electron.app.endings).toEqual([])
})

test('an update that cannot be installed starts the app anew, with a status that tries no second time', async () => {
  const { electron, updater, download, ask } = await withUpdate('win32')
  download()
  await ask('updates:install')
  updater.fail()
  expect(electron.app.endings).toEqual(['relaunch', 'exit 1'])
})

test('the window’s button shows how far the download has come, until it is there', async () => {
  const { window, updater, download } = await withUpdate('win32')
  expect(window.progress).toBe(0)
  updater.emit('download-progress', { percent: 41.2 })
  expect(window.progress).toBe(0.41)
  download()
  expect(window.progress).toBe(-1)
})
