import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import desktopPackage from '../../package.json' with { type: 'json' }
import { calls } from '../ipc/contract.ts'
import { demoConnection, startTestApp } from '../testing/start-test-app.ts'

/**
 * Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), item by item, against what
 * the real main process does to the fake system. The tables of hostile inputs are with the parts themselves.
 */
const desktop = resolve(import.meta.dirname, '../..')

async function sourcesOf(folder: string): Promise<string> {
  const texts: string[] = []
  for await (const file of glob('**/*.{ts,tsx,html}', { cwd: join(desktop, 'src', folder) })) {
    if (!file.includes('.test.')) texts.push(await readFile(join(desktop, 'src', folder, file), 'utf8'))
  }
  expect(texts.length, folder).toBeGreaterThan(0)
  return texts.join('\n')
}

async function preferences() {
  const { electron, window } = await startTestApp()
  // The one window is every renderer there is.
  expect(electron.windows).toHaveLength(1)
  return window.options.webPreferences ?? {}
}

test('1. Only load secure content: the window loads the app’s own files, and the policy allows https and the backend', async () => {
  const { electron, window } = await startTestApp({ builtIn: demoConnection })
  expect(window.loaded.every((address) => address.startsWith('giftwell-app://app/'))).toBe(true)
  const { headers } = await electron.request('giftwell-app://app/')
  expect(headers.get('content-security-policy')).not.toMatch(/http:|ws:|\*/)
})

test('2. Do not enable Node.js integration for remote content: it is off in pages, frames and workers', async () => {
  expect(await preferences()).toMatchObject({
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
  })
})

test('3. Enable context isolation in all renderers', async () => {
  expect((await preferences()).contextIsolation).toBe(true)
})

test('4. Enable process sandboxing: for the window, and for whatever else may be opened', async () => {
  const { electron, window } = await startTestApp()
  expect(window.options.webPreferences?.sandbox).toBe(true)
  expect(electron.app.isSandboxed).toBe(true)
})

test('5. Handle session permission requests from remote content: every kind has an answer, and it is no', async () => {
  const { electron } = await startTestApp()
  const { defaultSession } = electron.session
  const answers: boolean[] = []
  const details = { requestingUrl: 'https://evil.example/', isMainFrame: true }
  // Of a page only its address is looked at.
  const page = { getURL: () => details.requestingUrl } as never
  defaultSession.permissionRequest?.(page, 'media', (isGiven) => answers.push(isGiven), details)
  expect(answers).toEqual([false])
  expect(defaultSession.permissionCheck?.(page, 'media', details.requestingUrl, details)).toBe(false)
  expect(defaultSession.devicePermission).not.toBeNull()
  expect(defaultSession.displayMedia).not.toBeNull()
})

test('6. Do not disable webSecurity', async () => {
  expect((await preferences()).webSecurity).toBe(true)
})

test('7. Define a Content-Security-Policy: nothing but what is named, and no script that is not a file of ours', async () => {
  const { electron } = await startTestApp()
  for (const path of ['/', '/admin/leads', '/settings', '/problem', '/assets/none.js']) {
    const policy = (await electron.request(`giftwell-app://app${path}`)).headers.get(
      'content-security-policy',
    )
    expect(policy, path).toContain("default-src 'none'; script-src 'self';")
    expect(policy, path).not.toContain('unsafe-eval')
  }
  const page = await readFile(join(desktop, 'src/renderer/index.html'), 'utf8')
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|http-equiv/i)
})

test('8. Do not enable allowRunningInsecureContent', async () => {
  expect((await preferences()).allowRunningInsecureContent).toBe(false)
})

test('9. Do not enable experimental features', async () => {
  expect((await preferences()).experimentalFeatures).toBe(false)
})

test('10. Do not use enableBlinkFeatures', async () => {
  expect(await preferences()).not.toHaveProperty('enableBlinkFeatures')
})

test('11. <webview>: do not use allowpopups: there are no webviews', async () => {
  expect((await preferences()).webviewTag).toBe(false)
  expect(await sourcesOf('renderer')).not.toMatch(/<webview|allowpopups/i)
})

test('12. <webview>: verify options and params: none is attached, whatever they are', async () => {
  const { window } = await startTestApp()
  expect(window.webContents.emitPreventable('will-attach-webview', {}, {}, {})).toBe(true)
})

test('13. Disable or limit navigation: the window goes to our own pages alone', async () => {
  const { window } = await startTestApp()
  const goesTo = (url: string) =>
    !window.webContents.emitPreventable('will-navigate', { url, isMainFrame: true })
  expect(goesTo('giftwell-app://app/admin')).toBe(true)
  expect(goesTo('giftwell-app://evil/admin')).toBe(false)
  expect(goesTo('https://gifts.example/')).toBe(false)
  expect(window.options.webPreferences?.navigateOnDragDrop).toBe(false)
})

test('14. Disable or limit creation of new windows: there is one', async () => {
  const { electron, window } = await startTestApp()
  expect(window.webContents.openWindow('giftwell-app://app/admin')).toEqual({ action: 'deny' })
  expect(window.webContents.openWindow('https://gifts.example/')).toEqual({ action: 'deny' })
  expect(electron.windows).toHaveLength(1)
})

test('15. Do not use shell.openExternal with untrusted content: only what the guard has judged is opened', async () => {
  const { electron, window } = await startTestApp()
  for (const url of ['file:///etc/passwd', 'ms-msdt:/id', 'http://gifts.example/', 'smb://server/x']) {
    window.webContents.openWindow(url)
    window.webContents.emitPreventable('will-navigate', { url, isMainFrame: true })
  }
  expect(electron.opened).toEqual([])
})

test('16. Use a current version of Electron: one exact version, the one that is installed', async () => {
  const { electron } = desktopPackage.devDependencies
  expect(electron).toMatch(/^\d+\.\d+\.\d+$/)
  const installed: unknown = JSON.parse(
    await readFile(resolve(desktop, '../../node_modules/electron/package.json'), 'utf8'),
  )
  expect(installed).toMatchObject({ version: electron })
})

test('17. Validate the sender of all IPC messages: every call refuses a stranger', async () => {
  const { electron, window } = await startTestApp()
  for (const call of Object.keys(calls)) {
    for (const stranger of [
      { page: window.webContents, url: 'https://evil.example/' },
      { page: window.webContents, url: 'giftwell-app://app/', isInner: true },
      { page: {}, url: 'giftwell-app://app/' },
    ]) {
      await expect(electron.ipcMain.invoke(stranger, call), call).rejects.toThrow('This page may not ask')
    }
  }
})

test('18. Avoid usage of the file:// protocol: the page has a scheme of its own with the rules of the web', async () => {
  const { electron, window } = await startTestApp()
  expect(window.loaded).toEqual(['giftwell-app://app/'])
  expect(electron.schemes).toMatchObject([
    { scheme: 'giftwell-app', privileges: { standard: true, secure: true, bypassCSP: false } },
  ])
  expect(await sourcesOf('main')).not.toMatch(/loadFile\(|registerFileProtocol/)
})

test.each([
  'runAsNode: false',
  'enableNodeOptionsEnvironmentVariable: false',
  'enableNodeCliInspectArguments: false',
  'enableEmbeddedAsarIntegrityValidation: true',
  'onlyLoadAppFromAsar: true',
  'grantFileProtocolExtraPrivileges: false',
])('19. Check which fuses you can change: %s', async (fuse) => {
  const text = await readFile(join(desktop, '../../electron-builder.yml'), 'utf8')
  const fuses = /^electronFuses:\n((?: .*\n)+)/m.exec(text)?.[1] ?? ''
  expect(fuses.split('\n').map((line) => line.trim())).toContain(fuse)
})

test('20. Do not expose Electron APIs to untrusted web content: the preload hands over the bridge alone', async () => {
  const preload = await sourcesOf('preload')
  expect(preload.match(/exposeInMainWorld\(/g)).toHaveLength(1)
  expect(preload).toContain("exposeInMainWorld('giftwell', createBridge(ipcRenderer))")
  expect(await sourcesOf('renderer')).not.toMatch(/from 'electron|require\(/)
})

test('beyond the list: what is installed holds no code of others but what was bundled, and no developer tools', async () => {
  expect(desktopPackage).not.toHaveProperty('dependencies')
  expect((await preferences()).devTools).toBe(false)
})
