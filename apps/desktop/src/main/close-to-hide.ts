import type { App, AutoUpdater, BrowserWindow } from 'electron'

/** What closing needs to know. */
export interface CloseToHide {
  readonly window: BrowserWindow
  readonly app: App
  readonly autoUpdater: AutoUpdater
  readonly platform: NodeJS.Platform
}

/** The window's end. */
export interface WindowClosing {
  /** Closes the window for good and then does this, before anything else ends the app; never when the person stays. */
  closeThen(afterwards: () => void): void
  /** The person stays with something unsaved: nothing ends now, neither the window nor the app. */
  stays(): void
}

/**
 * On macOS an app outlives its window: closing hides it, so that new leads are still announced, and the Dock brings it
 * back. Everywhere else the app ends with its window.
 */
export function closeToHide({ window, app, autoUpdater, platform }: CloseToHide): WindowClosing {
  let isEnding = false
  let afterwards: (() => void) | null = null
  window.once('closed', () => afterwards?.())
  if (platform === 'darwin') {
    const ending = () => {
      isEnding = true
    }
    app.on('before-quit', ending)
    // An update closes the windows before the app is told to quit.
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

  return {
    closeThen: (next) => {
      if (window.isDestroyed()) return next()
      isEnding = true
      afterwards = next
      window.close()
    },
    stays: () => {
      isEnding = false
      afterwards = null
    },
  }
}

/** A window that is hidden in full screen leaves a black screen behind. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) {
    window.hide()
    return
  }
  window.once('leave-full-screen', () => window.hide())
  window.setFullScreen(false)
}
