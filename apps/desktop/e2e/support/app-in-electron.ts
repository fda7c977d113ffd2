import { desktop } from '@giftwell/tooling/desktop/build-desktop.ts'
import { _electron } from '@playwright/test'

import type { DesktopApp, Shown } from './desktop-app.ts'

/** What the person does in the system's dialogs, and what the system showed; kept in the app's main process. */
interface Hands {
  chosen: readonly string[]
  savedAs: string | null
  badge: number
  dialogs: number
  readonly shown: (Shown & { press(): void })[]
}

declare global {
  var hands: Hands
}

/**
 * Starts the built app in Electron itself. Only what a person's hands do is replaced: the system's dialogs answer as they
 * are told, and notifications and the badge are noted.
 *
 * @param program Electron's
 */
export async function startInElectron(program: string, userData: string): Promise<DesktopApp> {
  const app = await _electron.launch({
    executablePath: program,
    args: [
      desktop,
      `--user-data-dir=${userData}`,
      // Nobody is there to let the tests into the keychain.
      ...(process.platform === 'darwin' ? ['--use-mock-keychain'] : []),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  await app.evaluate(({ app: application, BrowserWindow, dialog, Notification }) => {
    globalThis.hands = { chosen: [], savedAs: null, badge: 0, dialogs: 0, shown: [] }
    Object.assign(dialog, {
      showOpenDialog: () => {
        const { chosen } = globalThis.hands
        globalThis.hands.dialogs += 1
        return Promise.resolve({ canceled: chosen.length === 0, filePaths: chosen })
      },
      showSaveDialog: () => {
        const { savedAs } = globalThis.hands
        globalThis.hands.dialogs += 1
        return Promise.resolve({ canceled: savedAs === null, filePath: savedAs ?? '' })
      },
    })
    Object.assign(application, { setBadgeCount: (count: number) => (globalThis.hands.badge = count) >= 0 })
    // The badge of Windows is a mark without a number.
    BrowserWindow.prototype.setOverlayIcon = (icon) => void (globalThis.hands.badge = icon === null ? 0 : 1)
    Notification.prototype.show = function show() {
      globalThis.hands.shown.push({ title: this.title, body: this.body, press: () => this.emit('click', {}) })
    }
  })
  const page = await app.firstWindow()

  return {
    page,
    choose: (files) => app.evaluate((_, chosen) => void (globalThis.hands.chosen = chosen), files),
    saveAs: (path) => app.evaluate((_, savedAs) => void (globalThis.hands.savedAs = savedAs), path),
    dialogs: () => app.evaluate(() => globalThis.hands.dialogs),
    hide: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide()),
    notifications: () =>
      app.evaluate(() => globalThis.hands.shown.map(({ title, body }) => ({ title, body }))),
    pressNotification: () => app.evaluate(() => globalThis.hands.shown.at(-1)?.press()),
    badge: () => app.evaluate(() => globalThis.hands.badge),
    passTime: () => Promise.resolve(),
    quit: () => app.close(),
  }
}
