import type { BrowserWindow, Dialog } from 'electron'

/** What asking needs. */
export interface UnsavedWork {
  readonly window: BrowserWindow
  readonly dialog: Pick<Dialog, 'showMessageBoxSync'>
  /** Called when the person stays. */
  readonly onStay: () => void
}

/**
 * A page with something unsaved keeps its window open, which a browser would ask about and Electron does in silence:
 * closing, quitting and installing an update would seem to do nothing. So the person is asked here, and stays unless
 * they agree to lose it.
 */
export function askAboutUnsavedWork({ window, dialog, onStay }: UnsavedWork): void {
  window.webContents.on('will-prevent-unload', (event) => {
    // On macOS the window may be hidden, and the question is about what is in it.
    window.show()
    const chosen = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'You have unsaved changes. Discard them?',
      buttons: ['Discard', 'Keep editing'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    // Prevented is what the page wanted: to be kept.
    if (chosen === 0) event.preventDefault()
    else onStay()
  })
}
