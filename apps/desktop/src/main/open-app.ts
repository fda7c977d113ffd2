import { join } from 'node:path'

import { brand } from '@giftwell/shared/domain/brand.ts'
import type { BrowserWindow } from 'electron'

import type { Connection } from '../ipc/contract.ts'
import { appAddress } from './app-address.ts'
import { serveApp } from './app-protocol.ts'
import { askAboutUnsavedWork } from './ask-about-unsaved-work.ts'
import { closeToHide } from './close-to-hide.ts'
import { createConnection } from './connection/create-connection.ts'
import { showContextMenu } from './context-menu.ts'
import { recoverFromCrashes } from './crash-recovery.ts'
import { decideDestination } from './decide-destination.ts'
import type { ElectronParts } from './electron-parts.ts'
import { createFiles } from './files/create-files.ts'
import type { Log } from './log.ts'
import { createMainWindow } from './main-window.ts'
import { setMenu } from './menu.ts'
import { guardNavigation } from './navigation-guard.ts'
import { createLeadNews } from './news/lead-news.ts'
import { createOverlayIcon } from './overlay-icon.ts'
import type { PageOpener } from './page-opener.ts'
import { denyPermissions } from './permissions.ts'
import { registerCalls } from './register-calls.ts'
import type { SendEvent } from './send-event.ts'
import { keepSpellingLocal } from './spelling.ts'
import { createStorage } from './storage/create-storage.ts'
import { createUpdates, type UpdatesOptions } from './updates/create-updates.ts'
import { showProgress } from './updates/show-progress.ts'
import { createWindowMemory } from './window-memory.ts'

/** What opening needs; the system is ready. */
export interface OpenSetting {
  readonly electron: ElectronParts
  readonly platform: NodeJS.Platform
  /** The folder of the built app, with `preload` and `renderer`. */
  readonly folder: string
  readonly userData: string
  /** Where the packager writes down the releases' place. */
  readonly feedFile: string
  readonly builtIn: Connection | null
  /** The updater in the place of the usual one. */
  readonly updating?: Pick<UpdatesOptions, 'load'>
  readonly opener: PageOpener
  readonly send: SendEvent
  readonly log: Log
  /** Called with the window before its page is loaded. */
  readonly onOpened: (window: BrowserWindow) => void
}

/** As in electron-builder.yml, which gives it to the shortcut of an installed app. */
export const appId = 'com.giftwell.backoffice'

/** Puts the parts together: what the page may ask and who answers, what it may not, its window, and its menu. */
export async function openApp(setting: OpenSetting): Promise<void> {
  const { electron, platform, folder, userData, builtIn, opener, log } = setting
  const { app, dialog, ipcMain, protocol, safeStorage, session, shell } = electron
  const mayDebug = !app.isPackaged

  const storage = createStorage({ userData, safeStorage, platform, log })
  const known = createConnection({
    builtIn,
    userData,
    net: electron.net,
    log,
    wipe: async () => {
      await storage.wipe()
      await news.forget()
    },
    onNotChanged: storage.admit,
    onChanged: (changed) => {
      connection = changed
      updateMenu()
      load('/')
    },
  })
  let connection = await known.current()
  const readConnection = () => connection

  serveApp(protocol, { folder: join(folder, 'renderer'), readConnection })
  denyPermissions({ session: session.defaultSession, readConnection })
  keepSpellingLocal(session.defaultSession, platform)

  const window = createMainWindow({
    ...electron,
    memory: createWindowMemory(join(userData, 'window.json'), log),
    preload: join(folder, 'preload', 'preload.cjs'),
    platform,
    mayDebug,
  })
  setting.onOpened(window)
  const page = window.webContents
  function load(path: string): void {
    window.loadURL(appAddress(path)).catch((error: unknown) => log.error('The page was not loaded', error))
  }

  const news = createLeadNews({
    app,
    platform,
    userData,
    log,
    Notification: electron.Notification,
    window: () => window,
    openPage: opener.open,
    overlayIcon: platform === 'win32' ? createOverlayIcon(electron.nativeImage) : null,
  })

  await known.wipeForeign()

  const closing = closeToHide({ ...electron, window, platform })
  askAboutUnsavedWork({ window, dialog, onStay: closing.stays })
  const updates = createUpdates({
    app,
    dialog,
    parent: () => window,
    feedFile: setting.feedFile,
    closeThen: closing.closeThen,
    comeBack: () => {
      app.relaunch()
      // With a failure as its status the updater does not try again.
      app.exit(1)
    },
    onChanged: (state) => {
      setting.send('updates:changed', state)
      showProgress(window, state)
    },
    log,
    ...setting.updating,
  })
  window.once('ready-to-show', () => void updates.start())
  app.on('will-quit', updates.stop)

  guardNavigation({ page, shell, log })
  showContextMenu(electron.Menu, page)
  recoverFromCrashes({
    window,
    app,
    dialog,
    log,
    now: () => performance.now(),
    restart: () => load('/'),
    installUpdate: updates.install,
  })
  // From here on nothing comes from the page before.
  page.on('did-navigate', storage.admit)
  page.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) opener.leaves()
  })

  registerCalls({
    ipcMain,
    ourPage: () => (window.isDestroyed() ? null : page),
    handlers: {
      ...storage.handlers,
      ...known.handlers,
      ...createFiles({ dialog, parent: () => window, platform }),
      ...news.handlers,
      ...updates.handlers,
      'page:listens': async () => opener.listens(),
    },
    log,
  })

  function updateMenu(): void {
    const site = connection?.siteOrigin ?? ''
    setMenu(
      electron.Menu,
      { platform, mayDebug },
      {
        // The first time the page asks by itself.
        connect: builtIn === null && connection !== null ? () => opener.open('/connect') : null,
        openWebsite:
          decideDestination(site) === 'system' ? () => tried(shell.openExternal(site), 'The website') : null,
        checkForUpdates: app.isPackaged ? () => tried(updates.checkByHand(), 'Updates') : null,
        showLog: () => tried(shell.openPath(join(userData, 'logs')), 'The log'),
      },
    )
  }
  function tried(attempt: Promise<unknown>, what: string): void {
    attempt.catch((error: unknown) => log.warn(`${what} could not be shown`, error))
  }
  updateMenu()
  // By this Windows knows whose notifications they are.
  if (platform === 'win32') app.setAppUserModelId(appId)
  app.setAboutPanelOptions({ applicationName: brand.name, applicationVersion: app.getVersion() })
  load(opener.take() ?? '/')
}
