import type { App, AutoUpdater, BrowserWindow, Dialog } from 'electron'

interface WindowClosingOptions {
  readonly window: BrowserWindow
  readonly app: App
  readonly autoUpdater: AutoUpdater
  readonly dialog: Pick<Dialog, 'showMessageBoxSync'>
  readonly platform: NodeJS.Platform
}

interface WindowClosing {
  /** Closes the window for good, then runs the callback; never runs it when the user keeps unsaved changes. */
  closeThen(afterwards: () => void): void
}

/**
 * Decides what closing the window does. On macOS it hides the window, so that new leads are still announced, and the Dock
 * shows it again; elsewhere the app quits. A page with unsaved changes stays open unless the user discards them.
 */
export function controlClosing(options: WindowClosingOptions): WindowClosing {
  const { window, app, autoUpdater, dialog, platform } = options
  let isEnding = false
  let afterwards: (() => void) | null = null
  window.once('closed', () => afterwards?.())
  if (platform === 'darwin') {
    const ending = () => {
      isEnding = true
    }
    app.on('before-quit', ending)
    // An update closes the windows before `before-quit`.
    autoUpdater.on('before-quit-for-update', ending)
    window.on('close', (event) => {
      if (isEnding) return
      event.preventDefault()
      hide(window)
    })
    app.on('activate', () => {
      if (!window.isDestroyed()) window.show()
    })
  } else {
    app.on('window-all-closed', () => app.quit())
  }

  // Electron keeps such a page open silently, so quitting or updating would seem to do nothing.
  window.webContents.on('will-prevent-unload', (event) => {
    // On macOS the window may be hidden.
    window.show()
    if (mayDiscard(window, dialog)) {
      // Prevents the prevention: the page unloads.
      event.preventDefault()
      return
    }
    isEnding = false
    afterwards = null
  })

  return {
    closeThen: (next) => {
      if (window.isDestroyed()) return next()
      isEnding = true
      afterwards = next
      window.close()
    },
  }
}

function mayDiscard(window: BrowserWindow, dialog: Pick<Dialog, 'showMessageBoxSync'>): boolean {
  const pressed = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'You have unsaved changes. Discard them?',
    buttons: ['Discard', 'Keep editing'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return pressed === 0
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
