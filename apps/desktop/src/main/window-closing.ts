import type { App, BrowserWindow, Dialog, Menu, NativeImage, Tray } from 'electron'
import { join } from 'node:path'

import { askIn } from './message-box.ts'
import { brand } from '@giftwell/shared/kernel/brand.ts'
import { unansweredLeads } from './notifications/lead-notifications.ts'
import type { Handlers } from '../ipc/contract.ts'

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

interface TrayOptions {
  readonly app: Pick<App, 'quit'>
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>
  readonly Tray: typeof Tray
  readonly nativeImage: { createFromPath(path: string): NativeImage }
  /** The folder of the built app. */
  readonly folder: string
  /** Brings the window to the front. */
  readonly open: () => void
}

/**
 * Puts the app's icon beside the clock of Windows and of the Linux desktops that have a tray. Returns a function that shows
 * the number of unanswered leads.
 */
export function createTray({
  app,
  Menu,
  Tray,
  nativeImage,
  folder,
  open,
}: TrayOptions): (count: number) => void {
  const icon = nativeImage.createFromPath(join(folder, '..', 'resources', 'icon.png'))
  const tray = new Tray(icon.resize({ width: 32, height: 32 }))
  tray.on('click', open)
  const show = (count: number) => {
    const leads = count === 0 ? '' : `: ${unansweredLeads(count)}`
    tray.setToolTip(`${brand.name}${leads}`)
    // Linux shows no tooltip, and changes of a menu only when it is set again.
    const items = [
      { label: `Open ${brand.name}${leads}`, click: open },
      { label: 'Quit', click: () => app.quit() },
    ]
    tray.setContextMenu(Menu.buildFromTemplate(items))
  }
  show(0)
  return show
}

/** Windows finds the entry by its arguments. */
const login = { args: ['--hidden'] }

/** The handlers of "Start at login". The system stores the setting; Electron cannot change it on Linux. */
export function createStartAtLogin(
  app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>,
  platform: NodeJS.Platform,
): Pick<Handlers, 'login:read' | 'login:set'> {
  // An app in development would register Electron itself.
  const isPossible = app.isPackaged && platform !== 'linux'
  async function read(): Promise<boolean | null> {
    if (!isPossible) return null
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(login)
    // The Task Manager of Windows disables an entry without removing it.
    return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin)
  }
  return {
    'login:read': read,
    'login:set': async (openAtLogin) => {
      if (isPossible) app.setLoginItemSettings({ ...login, openAtLogin })
      return read()
    },
  }
}
