import { join } from 'node:path'
import { brand } from '@giftwell/shared/kernel/brand.ts'
import type { App, Menu, NativeImage, Tray } from 'electron'
import { unansweredLeads } from './notifications/badge.ts'
import type { Handlers } from '../ipc/contract.ts'

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
