import type { App, BrowserWindow, Dialog } from 'electron'

import { problemAddress } from './app-protocol.ts'
import type { Log } from './log.ts'

/** What recovering needs. */
export interface CrashRecovery {
  readonly window: BrowserWindow
  readonly app: Pick<App, 'relaunch' | 'exit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly log: Log
  /** Milliseconds since whenever. */
  readonly now: () => number
  /** Installs an update that waits, which brings the app back; false when none does. */
  readonly installUpdate: () => Promise<boolean>
  /** Loads the back office anew. */
  readonly restart: () => void
}

/** So many crashes within a minute, and showing yet another page is of no use. */
const mostCrashes = 3
const minute = 60_000

/** Chromium's code for a load that was given up for another one. */
const aborted = -3

/**
 * Shows what happened and offers a restart when the page crashes, hangs or cannot be loaded. A page that crashes again and
 * again ends in the system's dialog instead of in a loop.
 */
export function recoverFromCrashes(options: CrashRecovery): void {
  const { window, app, dialog, log, now, restart, installUpdate } = options
  const page = window.webContents
  let crashes: readonly number[] = []

  function fail(cause: unknown): void {
    log.error('What went wrong could not be shown', cause)
  }
  function showProblem(): void {
    const time = now()
    crashes = [...crashes.filter((crash) => time - crash < minute), time]
    if (window.isDestroyed()) return
    if (crashes.length > mostCrashes) askForRestart().catch(fail)
    else window.loadURL(problemAddress).catch(fail)
  }
  async function askForRestart(): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'Giftwell keeps stopping',
      detail: 'Restarting the app may help. What was saved is safe.',
      buttons: ['Restart', 'Quit'],
      defaultId: 0,
      cancelId: 1,
    })
    // The installer would end whatever started again beside it.
    if (response === 0 && (await installUpdate())) return
    if (response === 0) app.relaunch()
    app.exit(0)
  }

  /** A hanging page is ended by us, and then the end is no news. */
  const hanging = offerRestartWhileHanging({ window, dialog, log })
  page.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    if (hanging.wasEnded()) {
      restart()
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

/** Asks whether to wait while the page hangs. `wasEnded` answers once for each time that the person chose to restart. */
function offerRestartWhileHanging({ window, dialog, log }: Pick<CrashRecovery, 'window' | 'dialog' | 'log'>) {
  let asking: AbortController | null = null
  let isEnded = false

  async function ask(question: AbortController): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'Giftwell does not respond',
      detail: 'You can wait for it, or restart it. What was not saved would be lost.',
      buttons: ['Wait', 'Restart'],
      defaultId: 0,
      cancelId: 0,
      signal: question.signal,
    })
    // The page may have come back in the meantime, and then nothing is to be done.
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
