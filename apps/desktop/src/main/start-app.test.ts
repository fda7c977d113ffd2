import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { calls } from '../ipc/contract.ts'
import type { FakeElectron } from '../testing/fake-electron.ts'
import { FakeUpdater } from '../testing/fake-updater.ts'
import { demoConnection, startTestApp } from '../testing/start-test-app.ts'

async function logOf(userData: string): Promise<string> {
  return readFile(join(userData, 'logs', 'giftwell.log'), 'utf8')
}

test('the window loads the start page and stays hidden until its first paint', async () => {
  const { window } = await startTestApp()
  expect(window.loaded).toEqual(['giftwell-app://app/'])
  expect(window.isShown).toBe(false)
  window.emit('ready-to-show')
  expect(window.isShown).toBe(true)
})

test('the window is shown without a first paint, once its page is loaded', async () => {
  const { window } = await startTestApp()
  window.webContents.emit('did-finish-load')
  expect(window.isShown).toBe(true)
  window.hide()
  window.webContents.emit('did-finish-load')
  window.emit('ready-to-show')
  expect(window.isShown).toBe(false)
})

test('the window is shown after three seconds, whatever its page does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { window } = await startTestApp()
  vi.advanceTimersByTime(2999)
  expect(window.isShown).toBe(false)
  vi.advanceTimersByTime(1)
  expect(window.isShown).toBe(true)
})

test('a timer checks for updates, whatever the window does', async () => {
  const updater = new FakeUpdater()
  const { window } = await startTestApp({ updater })
  await expect.poll(() => updater.checks).toBe(1)
  expect(window.isShown).toBe(false)
})

test('exactly the calls of the contract have handlers', async () => {
  const { electron } = await startTestApp()
  expect(electron.ipcMain.channels.toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('a second instance quits without a window', async () => {
  const { electron } = await startTestApp({ prepare: ({ app }) => void (app.isFirst = false) })
  expect(electron.app.endings).toEqual(['quit'])
  expect(electron.windows).toEqual([])
  expect(electron.ipcMain.channels).toEqual([])
})

test('a second instance focuses the window', async () => {
  const { electron, window, ask } = await startTestApp()
  await ask('page:listens')
  window.isSmall = true
  electron.app.emit('second-instance', {}, ['/opt/giftwell'])
  expect([window.isSmall, window.hasFocus]).toEqual([false, true])
  expect(window.webContents.sent).toEqual([])
})

/** An app whose menu opens a page of it, which is `page:open` with /settings. */
async function startConnected() {
  const app = await startTestApp()
  await app.ask('connection:save', demoConnection)
  return app
}

test('a page that is opened while the window loads is queued until it subscribes', async () => {
  const { electron, window, ask } = await startConnected()
  electron.Menu.press('Settings…')
  expect(window.webContents.sent).toEqual([])
  await ask('page:listens')
  expect(window.webContents.sent).toEqual([{ channel: 'page:open', data: { path: '/settings' } }])
  await ask('page:listens')
  expect(window.webContents.sent).toHaveLength(1)
})

test('a reloading page gets no events until it subscribes again', async () => {
  const { electron, window, ask } = await startConnected()
  await ask('page:listens')
  window.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
  electron.Menu.press('Settings…')
  expect(window.webContents.sent).toEqual([])
  await ask('page:listens')
  expect(window.webContents.sent).toHaveLength(1)
})

test('a same-document navigation preserves the subscription', async () => {
  const { electron, window, ask } = await startConnected()
  await ask('page:listens')
  window.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true })
  electron.Menu.press('Settings…')
  expect(window.webContents.sent).toHaveLength(1)
})

test('saving another connection reloads the page with its policy', async () => {
  const { electron, window, ask } = await startTestApp()
  await ask('connection:save', demoConnection)
  expect(window.loaded).toEqual(['giftwell-app://app/', 'giftwell-app://app/'])
  const { headers } = await electron.request('giftwell-app://app/')
  expect(headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://demo.supabase.co wss://demo.supabase.co;",
  )
  expect(await ask('connection:read')).toEqual({ connection: demoConnection, isBuiltIn: false })
})

test('the next start uses the saved connection', async () => {
  const first = await startTestApp()
  await first.ask('connection:save', demoConnection)
  const second = await startTestApp({ userData: first.userData })
  expect(await second.ask('connection:read')).toEqual({ connection: demoConnection, isBuiltIn: false })
})

test('the menu opens the settings, the website and the log', async () => {
  const { electron, window, ask, userData } = await startTestApp()
  // Without a connection the page itself asks for one.
  expect(() => electron.Menu.press('Settings…')).toThrow('no item')
  expect(() => electron.Menu.press('Giftwell Website')).toThrow('no item')

  await ask('connection:save', demoConnection)
  await ask('page:listens')
  electron.Menu.press('Settings…')
  expect(window.webContents.sent).toEqual([{ channel: 'page:open', data: { path: '/settings' } }])
  electron.Menu.press('Giftwell Website')
  electron.Menu.press('Show Log')
  expect(electron.opened).toEqual(['https://gifts.example', join(userData, 'logs')])
})

test('the menu and the buttons of a mouse go back and forward, and the menu prints', async () => {
  const { electron, window } = await startTestApp()
  electron.Menu.press('Back')
  electron.Menu.press('Forward')
  window.emit('app-command', {}, 'browser-backward')
  window.emit('app-command', {}, 'browser-forward')
  window.emit('app-command', {}, 'volume-up')
  // Chromium's own swipe to the left is "back", too: swipeWithEvent with a positive deltaX.
  window.emit('swipe', {}, 'left')
  window.emit('swipe', {}, 'up')
  expect(window.webContents.moves).toEqual(['back', 'forward', 'back', 'forward', 'back'])
  electron.Menu.press('Print…')
  expect(window.webContents.prints).toBe(1)
})

test('the menu opens the field for finding, whose text is found, and whose end leaves the match selected', async () => {
  const { electron, window, ask } = await startTestApp()
  electron.Menu.press('Find…')
  await ask('find:text', { text: 'lamp', isForward: true, isNew: true })
  const found = { activeMatchOrdinal: 2, matches: 7, finalUpdate: true }
  window.webContents.emit('found-in-page', {}, found)
  await ask('find:text', { text: 'lamp', isForward: false, isNew: false })
  await ask('find:text', { text: '', isForward: true, isNew: true })
  expect(window.webContents.searches).toEqual([
    { text: 'lamp', forward: true, findNext: true },
    { text: 'lamp', forward: false, findNext: false },
    'keepSelection',
  ])
  expect(window.webContents.sent).toEqual([
    { channel: 'find:open', data: undefined },
    { channel: 'find:found', data: { present: 2, matches: 7 } },
  ])
})

test('a log that cannot be shown is reported', async () => {
  const { electron, userData } = await startTestApp()
  // docs/api/shell.md, "shell.openPath": a failure is the result.
  electron.shell.openPath = async () => 'no application'
  electron.Menu.press('Show Log')
  await expect.poll(() => logOf(userData)).toContain('The log could not be shown')
})

test('on Windows a closed window leaves the app in the tray, which counts leads and shows it again', async () => {
  const { electron, window, ask } = await startTestApp({ platform: 'win32' })
  window.emit('ready-to-show')
  expect(window.pressClose()).toBe(false)
  expect([window.isShown, electron.app.endings]).toEqual([false, []])
  const [tray] = electron.trays
  expect(tray?.words).toBe('Giftwell')
  await ask('leads:unanswered', { count: 2 })
  expect([tray?.words, window.overlay]).toEqual(['Giftwell: 2 unanswered leads', '2 unanswered leads'])
  tray?.emit('click')
  expect(window.isShown).toBe(true)
  electron.app.quit()
  expect(electron.app.endings).toEqual(['quit'])
})

test('on Linux the icon in the tray shows the app and counts leads in its menu', async () => {
  const { electron, window, ask } = await startTestApp()
  const [tray] = electron.trays
  expect(tray?.icon).toMatch(/resources.icon\.png$/)
  expect(tray?.items.map(({ label }) => label)).toEqual(['Open Giftwell', 'Quit'])
  await ask('leads:unanswered', { count: 1 })
  expect(tray?.items[0]?.label).toBe('Open Giftwell: 1 unanswered lead')
  expect(electron.app.badgeCount).toBe(1)
  await ask('leads:seen')
  expect(electron.app.badgeCount).toBe(1)
  await ask('leads:unanswered', { count: 0 })
  expect([tray?.items[0]?.label, electron.app.badgeCount]).toEqual(['Open Giftwell', 0])
  tray?.press('Open Giftwell')
  expect(window.isShown).toBe(true)
})

test('an app that the system started at login waits without a window', async () => {
  const started = [
    await startTestApp({ platform: 'win32', args: ['Giftwell.exe', '--hidden'] }),
    await startTestApp({ platform: 'darwin', prepare: ({ app }) => void (app.wasOpenedAtLogin = true) }),
  ]
  for (const { electron, window } of started) {
    window.emit('ready-to-show')
    expect(window.isShown).toBe(false)
    electron.app.emit('second-instance')
    expect(window.isShown).toBe(true)
  }
})

test.each([
  ['Move to Applications', ['moved'], 0],
  ['Not Now', [], 1],
])('on macOS an app in its disk image offers to move: %s', async (button, endings, windows) => {
  let fake: FakeElectron | undefined
  const starting = startTestApp({
    platform: 'darwin',
    prepare: (electron) => {
      fake = electron
      electron.app.program = '/Volumes/Giftwell 1.2.3/Giftwell.app/Contents/MacOS/Giftwell'
    },
  })
  await expect.poll(() => fake?.dialog.asked).toHaveLength(1)
  await fake?.dialog.press(button)
  await starting
  expect([fake?.app.endings, fake?.windows.length]).toEqual([endings, windows])
})

test('on macOS an installed app starts without that question', async () => {
  const { electron } = await startTestApp({
    platform: 'darwin',
    prepare: ({ app }) => void (app.program = '/Applications/Giftwell.app/Contents/MacOS/Giftwell'),
  })
  expect([electron.dialog.asked, electron.windows.length]).toEqual([[], 1])
})

test('an app with a built-in connection has settings, too', async () => {
  const { electron, window, ask } = await startTestApp({ builtIn: demoConnection })
  await ask('page:listens')
  electron.Menu.press('Settings…')
  expect(window.webContents.sent).toEqual([{ channel: 'page:open', data: { path: '/settings' } }])
})

test('closing the window quits the app on Linux, and hides it on macOS', async () => {
  const linux = await startTestApp({ platform: 'linux' })
  expect(linux.window.pressClose()).toBe(true)
  expect(linux.electron.app.endings).toEqual(['quit'])

  const mac = await startTestApp({ platform: 'darwin' })
  mac.window.emit('ready-to-show')
  expect(mac.window.pressClose()).toBe(false)
  expect(mac.window.isShown).toBe(false)
  mac.electron.app.emit('activate')
  expect(mac.window.isShown).toBe(true)
})

test('on macOS the window closes when the person quits', async () => {
  const { electron, window } = await startTestApp({ platform: 'darwin' })
  electron.app.quit()
  expect([window.isGone, electron.app.endings]).toEqual([true, ['quit']])
})

test('on macOS after "Keep editing" the window shows and closing hides it again', async () => {
  const { electron, window } = await startTestApp({ platform: 'darwin' })
  window.hide()
  window.isUnsaved = true
  electron.app.quit()
  expect(window.isShown).toBe(true)
  await electron.dialog.press('Keep editing')
  expect(electron.app.endings).toEqual([])

  window.isUnsaved = false
  expect(window.pressClose()).toBe(false)
  expect([window.isShown, window.isGone]).toEqual([false, false])
})

test('on macOS a full-screen window leaves full screen before hiding', async () => {
  const { window } = await startTestApp({ platform: 'darwin' })
  window.emit('ready-to-show')
  window.isFull = true
  window.pressClose()
  expect([window.isFull, window.isShown]).toEqual([true, true])
  await expect.poll(() => [window.isFull, window.isShown]).toEqual([false, false])
})

test('a failing start shows a dialog, is logged and exits', async () => {
  const { electron, userData } = await startTestApp({
    prepare: ({ app }) => {
      app.whenReady = async () => {
        throw new Error('no screen')
      }
    },
  })
  expect(electron.dialog.errors).toEqual([
    'Giftwell could not start: Please install it again. Saved changes are safe.',
  ])
  expect(electron.app.endings).toEqual(['exit 1'])
  expect(await logOf(userData)).toContain('The app could not start: Error')
})

test('uncaught errors are logged without personal data', async () => {
  const { failures, userData } = await startTestApp()
  failures.get('uncaughtException')?.(new Error('no room for ada@example.com'))
  failures.get('unhandledRejection')?.(Object.assign(new TypeError('/home/ada'), { code: 'ENOENT' }))
  const log = await logOf(userData)
  expect(log).toContain('An error was not caught: Error')
  expect(log).toContain('A promise was rejected: TypeError ENOENT')
  expect(log).not.toContain('ada')
})

test('a crashed helper process is logged', async () => {
  const { electron, userData } = await startTestApp()
  electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 })
  electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })
  const log = await logOf(userData)
  expect(log).toContain('error The GPU process ended: crashed (5)')
  expect(log).not.toContain('Utility')
})

test('clicking a lead notification focuses the window and opens the leads', async () => {
  const { electron, window, ask } = await startTestApp()
  await ask('page:listens')
  const lead = { id: '5f1c2d3e-0000-4000-8000-000000000000', name: 'Ada Byron', company: 'Analytical' }
  await ask('leads:announce', { leads: [lead] })
  electron.notifications[0]?.press()
  expect(window.hasFocus).toBe(true)
  expect(window.webContents.sent).toEqual([{ channel: 'page:open', data: { path: '/admin/leads' } }])
})

test('a manual check says when this copy cannot update itself', async () => {
  const { electron, ask } = await startTestApp()
  electron.Menu.press('Check for Updates…')
  await expect
    .poll(() => electron.dialog.asked[0]?.options.message)
    .toBe('This copy of Giftwell does not update itself')
  expect(await ask('updates:read')).toEqual({ step: 'none' })
})

test('on Windows the app sets the ids that notifications need, and uninstalling removes their registration', async () => {
  const { electron } = await startTestApp({ platform: 'win32' })
  const packaging = await readFile(join(import.meta.dirname, '../../../../electron-builder.yml'), 'utf8')
  expect(packaging).toContain(`appId: ${electron.app.userModelId}\n`)
  const installer = await readFile(join(import.meta.dirname, '../../resources/installer.nsh'), 'utf8')
  expect(installer).toMatch(/\$\{ifNot\} \$\{isUpdated\}\n.*\n\s*\$\{endIf\}/)
  expect(installer).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${electron.app.toastActivator}"`)
})

test('an installed app starts in a sandbox or says what to do', async () => {
  const usual = await startTestApp()
  expect(usual.electron.app.isSandboxed).toBe(true)
  const { electron } = await startTestApp({ args: ['/opt/giftwell', '--no-sandbox'] })
  expect(electron.dialog.errors).toEqual([expect.stringContaining('Install the .deb package instead.')])
  expect([electron.app.endings, electron.windows]).toEqual([['exit 1'], []])
  const inContainer = await startTestApp({
    args: ['electron', '--no-sandbox'],
    prepare: ({ app }) => void (app.isPackaged = false),
  })
  expect([inContainer.electron.app.isSandboxed, inContainer.electron.windows.length]).toEqual([false, 1])
})

test('writes of the former page after a change of backend are refused', async () => {
  const { ask, window } = await startTestApp()
  await ask('connection:save', demoConnection)
  const token = { area: 'session', key: 'a key', value: 'a token' }
  await ask('storage:set', token)
  // The page takes its time to go.
  window.loadURL = async () => undefined
  await ask('connection:save', { ...demoConnection, supabaseUrl: 'https://other.example' })
  await expect(ask('storage:set', token)).rejects.toThrow('being connected to another website')
  window.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
  await expect(ask('storage:set', token)).rejects.toThrow('being connected to another website')
  expect(await ask('storage:keys', { area: 'session' })).toEqual([])

  window.webContents.emit('did-navigate', {}, 'giftwell-app://app/')
  await ask('storage:set', token)
  expect(await ask('storage:keys', { area: 'session' })).toEqual(['a key'])
})

test('storage accepts writes again when saving a connection failed', async () => {
  const { ask, userData } = await startTestApp()
  await mkdir(join(userData, 'connection.json', 'in the way'), { recursive: true })
  await expect(ask('connection:save', demoConnection)).rejects.toThrow('could not be saved')
  await ask('storage:set', { area: 'session', key: 'a key', value: 'a token' })
  expect(await ask('storage:keys', { area: 'session' })).toEqual(['a key'])
})

test('the HTTP cache is disabled before the ready event', async () => {
  let switches: readonly string[] = []
  await startTestApp({
    prepare: ({ app }) => {
      app.whenReady = async () => void (switches = [...app.switches])
    },
  })
  expect(switches).toEqual(['disable-http-cache'])
})

test('another connection clears the former notifications and badge', async () => {
  const { electron, ask } = await startTestApp()
  const lead = { id: '5f1c2d3e-0000-4000-8000-000000000000', name: 'Ada Byron', company: 'Analytical' }
  await ask('leads:announce', { leads: [lead] })
  await ask('connection:save', demoConnection)
  expect(electron.app.badgeCount).toBe(0)
})

test('data of another built-in backend is wiped before the page can read it', async () => {
  const first = await startTestApp({ builtIn: demoConnection })
  await first.ask('storage:set', { area: 'session', key: 'a key', value: 'a token' })
  const again = await startTestApp({ builtIn: demoConnection, userData: first.userData })
  expect(await again.ask('storage:keys', { area: 'session' })).toEqual(['a key'])
  const builtIn = { ...demoConnection, supabaseUrl: 'https://other.example' }
  const other = await startTestApp({ builtIn, userData: first.userData })
  expect(await other.ask('storage:keys', { area: 'session' })).toEqual([])
})
