import type { App, BrowserWindow, Dialog } from 'electron'

import { askIn } from './message-box.ts'

interface WindowClosingOptions {
  readonly window: BrowserWindow
  readonly app: App
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly platform: NodeJS.Platform
}

interface WindowClosing {
  /** Closes the window for good, then runs the callback; never runs it when the user keeps unsaved changes. */
  closeThen(afterwards: () => void): void
}

/**
 * Decides what closing the window does. On macOS and Windows it hides the window, so that new leads are still announced,
 * and the Dock or the tray shows it again. On Linux the app quits: a desktop may show no tray, and Electron cannot tell.
 * A page with unsaved changes stays until the user has discarded them.
 */
export function controlClosing({ window, app, dialog, platform }: WindowClosingOptions): WindowClosing {
  const page = window.webContents
  /** What ends the window; null while it stays or only its page is left. */
  let ending: (() => void) | null = null
  let afterwards: (() => void) | null = null
  let mayLeave = false
  let isAsking = false

  app.on('before-quit', () => {
    ending ??= () => app.quit()
  })
  window.once('closed', () => afterwards?.())
  // Without a listener Electron quits, on macOS too, before an update is installed.
  app.on('window-all-closed', () => {
    if (afterwards === null) app.quit()
  })
  window.on('close', (event) => {
    if (ending === null && platform !== 'linux') {
      event.preventDefault()
      hide(window)
    } else ending ??= () => window.close()
  })
  app.on('activate', () => {
    if (!window.isDestroyed()) window.show()
  })

  // Electron keeps such a page open silently. The event does not wait for an answer, so ask, then leave again: a dialog
  // that blocks takes the keyboard from the page on Windows (https://github.com/electron/electron/issues/20821).
  page.on('will-prevent-unload', (event) => {
    // Prevents the prevention: the page unloads.
    if (mayLeave) event.preventDefault()
    else void askToLeave()
  })
  page.on('did-navigate', () => {
    mayLeave = false
  })

  async function askToLeave(): Promise<void> {
    const again = ending
    ending = null
    if (isAsking) return
    isAsking = true
    // On macOS the window may be hidden.
    window.show()
    mayLeave = await askIn(dialog, window, [
      'You have unsaved changes. Discard them?',
      'Discard',
      'Keep editing',
    ])
    isAsking = false
    if (!mayLeave) afterwards = null
    if (!mayLeave || window.isDestroyed()) return
    ending = again
    if (again === null) page.reload()
    else again()
  }

  return {
    closeThen: (next) => {
      if (window.isDestroyed()) return next()
      afterwards = next
      ending = () => window.close()
      window.close()
    },
  }
}

/** Leaves full screen first: hiding a full-screen window leaves a black screen. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) {
    window.hide()
    return
  }
  window.once('leave-full-screen', () => window.hide())
  window.setFullScreen(false)
}
