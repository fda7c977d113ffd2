import type { App, AutoUpdater, BrowserWindow } from 'electron'

/** What closing needs to know. */
export interface CloseToHide {
  readonly window: BrowserWindow
  readonly app: App
  readonly autoUpdater: AutoUpdater
  readonly platform: NodeJS.Platform
}

/**
 * On macOS an app outlives its window: closing hides it, so that new leads are still announced, and the Dock brings it
 * back. Everywhere else the app ends with its window.
 */
export function closeToHide({ window, app, autoUpdater, platform }: CloseToHide): void {
  if (platform !== 'darwin') {
    app.on('window-all-closed', () => app.quit())
    return
  }
  let isQuitting = false
  const quitting = () => {
    isQuitting = true
  }
  app.on('before-quit', quitting)
  // An update closes the windows before the app is told to quit.
  autoUpdater.on('before-quit-for-update', quitting)
  window.on('close', (event) => {
    if (isQuitting) return
    event.preventDefault()
    hide(window)
  })
  app.on('activate', () => window.show())
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
