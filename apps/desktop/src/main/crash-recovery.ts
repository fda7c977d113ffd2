import type { App, BrowserWindow, Dialog } from 'electron'

import { problemAddress } from './app-protocol.ts'
import type { Log } from './log.ts'

/** The parts of the app that the recovery uses. */
export interface CrashRecovery {
  readonly window: BrowserWindow
  readonly app: Pick<App, 'relaunch' | 'exit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly log: Log
  /** A monotonic clock in milliseconds. */
  readonly now: () => number
  /** Installs a downloaded update and restarts; false when there is none. */
  readonly installUpdate: () => Promise<boolean>
  /** Loads the start page. */
  readonly reload: () => void
}

/** More crashes than this within a minute end in a dialog instead of another page. */
const maxCrashes = 3
const minute = 60_000

/** Chromium's code for a load that another navigation replaced. */
const aborted = -3

/**
 * Shows an error page with a restart link when the page crashes, hangs or cannot be loaded. Repeated crashes end in a
 * dialog instead of a loop.
 */
export function recoverFromCrashes(options: CrashRecovery): void {
  const { window, app, dialog, log, now, reload, installUpdate } = options
  const page = window.webContents
  let crashes: readonly number[] = []

  function fail(cause: unknown): void {
    log.error('The error page could not be shown', cause)
  }
  function showProblem(): void {
    const time = now()
    crashes = [...crashes.filter((crash) => time - crash < minute), time]
    if (window.isDestroyed()) return
    if (crashes.length > maxCrashes) askForRestart().catch(fail)
    else window.loadURL(problemAddress).catch(fail)
  }
  async function askForRestart(): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'Giftwell keeps stopping',
      detail: 'Restarting the app may help. Saved changes are safe.',
      buttons: ['Restart', 'Quit'],
      defaultId: 0,
      cancelId: 1,
    })
    // A relaunched app would be killed by the installer.
    if (response === 0 && (await installUpdate())) return
    if (response === 0) app.relaunch()
    app.exit(0)
  }

  // We kill an unresponsive page ourselves, so its end is not a crash.
  const hanging = offerRestartWhileHanging({ window, dialog, log })
  page.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    if (hanging.wasEnded()) {
      reload()
      return
    }
    log.error(`The page stopped: ${reason} (${exitCode})`)
    showProblem()
  })
  page.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (!isMainFrame || code === aborted) return
    log.error(`The page could not be loaded: ${description} (${code})`)
    showProblem()
  })
  page.on('preload-error', (_event, _path, error) => log.error('The preload failed', error))
}

/** Asks whether to wait while the page is unresponsive. `wasEnded` is true once after each restart that the user chose. */
function offerRestartWhileHanging({ window, dialog, log }: Pick<CrashRecovery, 'window' | 'dialog' | 'log'>) {
  let asking: AbortController | null = null
  let isEnded = false

  async function ask(question: AbortController): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'Giftwell does not respond',
      detail: 'Wait, or restart the app. Restarting loses unsaved changes.',
      buttons: ['Wait', 'Restart'],
      defaultId: 0,
      cancelId: 0,
      signal: question.signal,
    })
    // The page may have recovered in the meantime.
    if (asking !== question) return
    asking = null
    if (response !== 1) return
    isEnded = true
    window.webContents.forcefullyCrashRenderer()
  }

  window.on('unresponsive', () => {
    if (asking !== null) return
    log.warn('The page does not respond')
    asking = new AbortController()
    ask(asking).catch((error: unknown) => log.error('The question could not be asked', error))
  })
  window.on('responsive', () => {
    const question = asking
    asking = null
    question?.abort()
  })
  return {
    wasEnded: () => {
      const wasEnded = isEnded
      isEnded = false
      return wasEnded
    },
  }
}
