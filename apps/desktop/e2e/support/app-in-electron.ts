import { desktop } from '@giftwell/tooling/desktop/build-desktop.ts'
import { _electron } from '@playwright/test'

import type { DesktopApp, Shown } from './desktop-app.ts'

/** The user's choices in dialogs, and what the system showed; a global of the app's main process. */
interface FakeUser {
  chosen: readonly string[]
  savedAs: string | null
  badge: number
  dialogs: number
  readonly shown: (Shown & { press(): void })[]
}

declare global {
  var fakeUser: FakeUser
}

/**
 * Starts the built app in Electron. Replaces only what a user would do: system dialogs return the test's choice, and
 * notifications and the badge are recorded.
 *
 * @param program the path of Electron's binary
 */
export async function startInElectron(program: string, userData: string): Promise<DesktopApp> {
  const app = await _electron.launch({
    executablePath: program,
    args: [
      desktop,
      `--user-data-dir=${userData}`,
      // No user confirms the keychain prompt.
      ...(process.platform === 'darwin' ? ['--use-mock-keychain'] : []),
      // Outside a desktop Chromium looks for no keyring by itself.
      ...(process.env['GIFTWELL_REQUIRE_KEYRING'] === '1' ? ['--password-store=gnome-libsecret'] : []),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  await app.evaluate(({ app: application, BrowserWindow, dialog, Notification }) => {
    globalThis.fakeUser = { chosen: [], savedAs: null, badge: 0, dialogs: 0, shown: [] }
    Object.assign(dialog, {
      showOpenDialog: () => {
        const { chosen } = globalThis.fakeUser
        globalThis.fakeUser.dialogs += 1
        return Promise.resolve({ canceled: chosen.length === 0, filePaths: chosen })
      },
      showSaveDialog: () => {
        const { savedAs } = globalThis.fakeUser
        globalThis.fakeUser.dialogs += 1
        return Promise.resolve({ canceled: savedAs === null, filePath: savedAs ?? '' })
      },
    })
    Object.assign(application, { setBadgeCount: (count: number) => (globalThis.fakeUser.badge = count) >= 0 })
    // On Windows the badge's number is in its description.
    BrowserWindow.prototype.setOverlayIcon = (_icon, words) =>
      void (globalThis.fakeUser.badge = Number.parseInt(words, 10) || 0)
    Notification.prototype.show = function show() {
      globalThis.fakeUser.shown.push({
        title: this.title,
        body: this.body,
        press: () => this.emit('click', {}),
      })
    }
  })
  const page = await app.firstWindow()

  return {
    page,
    choose: (files) => app.evaluate((_, chosen) => void (globalThis.fakeUser.chosen = chosen), files),
    saveAs: (path) => app.evaluate((_, savedAs) => void (globalThis.fakeUser.savedAs = savedAs), path),
    dialogs: () => app.evaluate(() => globalThis.fakeUser.dialogs),
    hide: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide()),
    notifications: () =>
      app.evaluate(() => globalThis.fakeUser.shown.map(({ title, body }) => ({ title, body }))),
    pressNotification: () => app.evaluate(() => globalThis.fakeUser.shown.at(-1)?.press()),
    badge: () => app.evaluate(() => globalThis.fakeUser.badge),
    passTime: () => Promise.resolve(),
    quit: () => app.close(),
  }
}
