import { homedir } from 'node:os'
import { join } from 'node:path'

import { brand } from '@giftwell/shared/domain/brand.ts'
import type { BrowserWindow } from 'electron'

import type { Connection } from '../ipc/contract.ts'
import { registerAppScheme } from './app-protocol.ts'
import type { ElectronParts } from './electron-parts.ts'
import { createLog } from './log.ts'
import { type Failing, logFailures } from './log-failures.ts'
import { openApp } from './open-app.ts'
import { createPageOpener } from './page-opener.ts'
import { createRedact } from './redact.ts'
import { createSendEvent } from './send-event.ts'
import { claimSingleInstance } from './single-instance.ts'
import type { UpdatesOptions } from './updates/create-updates.ts'

/** What the app is started with. */
export interface AppSetting {
  readonly electron: ElectronParts
  /** This program: its system, its arguments, and the errors that nobody caught. */
  readonly program: Failing & {
    readonly platform: NodeJS.Platform
    readonly argv: readonly string[]
    readonly execPath: string
    /** Where an installed app's files are; Electron says so, and nobody else does. */
    readonly resourcesPath?: string
  }
  /** The folder of the built app, with `preload` and `renderer`. */
  readonly folder: string
  /** Reads what was given when the app was built; throws when that is incomplete. */
  readonly readBuiltIn: () => Connection | null
  /** The updater in the place of the usual one. */
  readonly updating?: Pick<UpdatesOptions, 'load'>
}

/** Starts the app: at once what must happen before the system is ready, and the window as soon as it is. */
export async function startApp({
  electron,
  program,
  folder,
  readBuiltIn,
  updating,
}: AppSetting): Promise<void> {
  const { app, dialog, protocol } = electron
  const userData = app.getPath('userData')
  const log = createLog({
    folder: join(userData, 'logs'),
    redact: createRedact(homedir()),
    now: () => new Date(),
  })
  logFailures(program, app, log)
  registerAppScheme(protocol)
  // Leads and pictures of clients would lie readable in it wherever a backend says nothing against that, and rewriting
  // its headers comes too late: Chromium has kept the answer by then.
  app.commandLine.appendSwitch('disable-http-cache')
  // In a container the system has no sandbox to offer, and whoever starts the app there says so.
  if (!program.argv.includes('--no-sandbox')) app.enableSandbox()

  let window: BrowserWindow | null = null
  const send = createSendEvent(() => window?.webContents ?? null)
  const focus = () => window !== null && bringToFront(window)
  const opener = createPageOpener(send, focus)
  const isFirst = claimSingleInstance({ app, program, open: opener.open, focus, log })
  if (!isFirst) return

  try {
    const builtIn = readBuiltIn()
    await app.whenReady()
    log.info(`${brand.name} ${app.getVersion()} starts on ${program.platform}`)
    await openApp({
      electron,
      platform: program.platform,
      folder,
      userData,
      feedFile: join(program.resourcesPath ?? folder, 'app-update.yml'),
      builtIn,
      ...(updating && { updating }),
      opener,
      send,
      log,
      onOpened: (opened) => {
        window = opened
      },
    })
  } catch (error) {
    log.error('The app could not start', error)
    dialog.showErrorBox(`${brand.name} could not start`, 'Please install it again. What was saved is safe.')
    app.exit(1)
  }
}

function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
