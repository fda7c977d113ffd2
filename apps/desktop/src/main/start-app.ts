import { join } from 'node:path'

import { brand } from '@giftwell/shared/kernel/brand.ts'
import type { App, BrowserWindow, Dialog } from 'electron'

import type { Connection } from '../ipc/contract.ts'
import { registerAppScheme } from './app-protocol.ts'
import { createLog, type ProcessErrors, logFailures } from './log.ts'
import { openApp, type OpenSetting } from './open-app.ts'
import { createPageOpener, createSendEvent } from './page-opener.ts'

export interface AppSetting extends Pick<OpenSetting, 'electron' | 'folder' | 'updating'> {
  readonly program: ProcessErrors & {
    readonly platform: NodeJS.Platform
    readonly argv: readonly string[]
    /** The folder of an installed app's files; set by Electron only. */
    readonly resourcesPath?: string
  }
  /** The connection of this build; throws when its settings are incomplete. */
  readonly readBuiltIn: () => Connection | null
}

const noSandbox =
  'This system does not let the app run in a sandbox, which protects your leads. Install the .deb package instead.'

/** Starts the app: first what must precede the ready event, then the window. */
export async function startApp({
  electron,
  program,
  folder,
  readBuiltIn,
  updating,
}: AppSetting): Promise<void> {
  const { app, dialog, protocol } = electron
  const userData = app.getPath('userData')
  const log = createLog({ folder: join(userData, 'logs'), now: () => new Date() })
  logFailures(program, app, log)
  registerAppScheme(protocol)
  // Chromium would store leads unencrypted unless the backend forbids caching. Rewriting headers comes too late: the
  // response is stored by then.
  app.commandLine.appendSwitch('disable-http-cache')
  // The launcher of an AppImage passes --no-sandbox where the system forbids the sandbox; so do containers of developers.
  if (!program.argv.includes('--no-sandbox')) app.enableSandbox()
  else if (app.isPackaged) {
    dialog.showErrorBox(`${brand.name} could not start`, noSandbox)
    app.exit(1)
    return
  }

  let window: BrowserWindow | null = null
  const send = createSendEvent(() => window?.webContents ?? null)
  const focus = () => {
    if (window !== null) bringToFront(window)
  }
  const opener = createPageOpener(send, focus)
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  app.on('second-instance', focus)

  try {
    const builtIn = readBuiltIn()
    await app.whenReady()
    if (program.platform === 'darwin' && app.isPackaged && (await moveFromDiskImage(app, dialog))) return
    log.info(`${brand.name} ${app.getVersion()} starts on ${program.platform}`)
    await openApp({
      electron,
      platform: program.platform,
      folder,
      userData,
      feedFile: join(program.resourcesPath ?? folder, 'app-update.yml'),
      builtIn,
      ...(updating && { updating }),
      isHidden: program.argv.includes('--hidden'),
      opener,
      send,
      focus,
      log,
      onOpened: (opened) => {
        window = opened
      },
    })
  } catch (error) {
    log.error('The app could not start', error)
    dialog.showErrorBox(`${brand.name} could not start`, 'Please install it again. Saved changes are safe.')
    app.exit(1)
  }
}

/** Offers to install an app that is run from its disk image, where it cannot update itself. True when it starts again. */
async function moveFromDiskImage(app: App, dialog: Dialog): Promise<boolean> {
  if (!/^\/Volumes\/|\/AppTranslocation\//.test(app.getPath('exe'))) return false
  const message = `Move ${brand.name} to the Applications folder? It cannot update itself elsewhere.`
  const buttons = ['Move to Applications', 'Not Now']
  const { response } = await dialog.showMessageBox({ type: 'question', message, buttons, cancelId: 1 })
  return response === 0 && app.moveToApplicationsFolder()
}

function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
