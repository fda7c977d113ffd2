import { join } from 'node:path'

import { brand } from '@giftwell/shared/kernel/brand.ts'
import type * as Electron from 'electron'

import type { Connection } from '../ipc/contract.ts'
import { askForCertificate, createProxyLogin } from './answer-credentials.ts'
import { appAddress, serveApp } from './app-protocol.ts'
import { createBrowsing, type PageOpener, type SendEvent } from './page-opener.ts'
import { checkSpelling, showContextMenu, type MenuActions, menuTemplate } from './menu-template.ts'
import { createConnection } from './connection/create-connection.ts'
import { recoverFromCrashes } from './crash-recovery.ts'
import { decideDestination, guardNavigation, denyPermissions } from './navigation-guard.ts'
import { createFiles, lastFolders } from './files/create-files.ts'
import type { Log } from './log.ts'
import { createMainWindow, windowBounds } from './main-window.ts'
import { askIn, createMessageBox } from './message-box.ts'
import { announcedIds, createLeadNotifications, disc } from './notifications/lead-notifications.ts'
import { registerCalls } from './register-calls.ts'
import { createStartAtLogin, createTray, controlClosing } from './window-closing.ts'
import { createStateFile } from './state-file.ts'
import { createStorage } from './storage/create-storage.ts'
import { createUpdates, type UpdatesOptions, showProgress } from './updates/create-updates.ts'

export interface OpenSetting {
  readonly electron: typeof Electron
  readonly platform: NodeJS.Platform
  /** Whether the system started the app at login. */
  readonly isHidden: boolean
  /** The folder of the built app, with `preload` and `renderer`. */
  readonly folder: string
  readonly userData: string
  /** The packager's app-update.yml, which locates the releases. */
  readonly feedFile: string
  readonly builtIn: Connection | null
  /** Replaces the updater and its delay after the start in tests. */
  readonly updating?: Pick<UpdatesOptions, 'load'> & { readonly firstCheckMs?: number }
  readonly opener: PageOpener
  readonly send: SendEvent
  /** Brings the window to the front. */
  readonly focus: () => void
  readonly log: Log
  /** Called with the window before its page is loaded. */
  readonly onOpened: (window: Electron.BrowserWindow) => void
}

/** As in electron-builder.yml. */
const appId = 'com.giftwell.backoffice'
/** As in installer.nsh, which removes its registration. */
const toastActivator = '{6B8A3C52-91D7-4E0F-A4C6-2D57F0B9E813}'

/** Creates the window, its guards, its menu, and the handlers of the page's calls. Call it after the app is ready. */
export async function openApp(setting: OpenSetting): Promise<void> {
  const { electron, platform, folder, userData, builtIn, opener, log } = setting
  const { app, dialog, ipcMain, protocol, safeStorage, session, shell } = electron
  const mayDebug = !app.isPackaged

  if (platform === 'win32') {
    // Windows attributes notifications by the one, and starts the app by the other when one is pressed.
    app.setAppUserModelId(appId)
    app.setToastActivatorCLSID(toastActivator)
  }
  const storage = createStorage({ userData, safeStorage, platform, log })
  const proxyLogin = createProxyLogin(app, electron.net, setting.send)
  const backend = createConnection({
    builtIn,
    userData,
    net: proxyLogin,
    log,
    wipe: async () => {
      await storage.wipe()
      notifications.clear()
    },
    onNotChanged: storage.resume,
    onChanged: (changed) => {
      connection = changed
      updateMenu()
      load('/')
    },
  })
  let connection = await backend.current()
  const readConnection = () => connection

  const dictionaries = join(folder, '..', 'resources', 'dictionaries')
  if (platform !== 'darwin') await checkSpelling(electron, dictionaries, userData, log)
  serveApp(protocol, { folder: join(folder, 'renderer'), readConnection })
  denyPermissions(session.defaultSession)

  const window = createMainWindow({
    ...electron,
    memory: createStateFile(join(userData, 'window.json'), windowBounds, log),
    preload: join(folder, 'preload', 'preload.cjs'),
    mayDebug,
    isHidden: setting.isHidden || app.getLoginItemSettings().wasOpenedAtLogin,
  })
  setting.onOpened(window)
  const page = window.webContents
  function load(path: string): void {
    window.loadURL(appAddress(path)).catch((error: unknown) => log.error('The page was not loaded', error))
  }

  const showInTray =
    platform === 'darwin' ? () => undefined : createTray({ ...electron, folder, open: setting.focus })
  const notifications = createLeadNotifications({
    showInTray,
    app,
    platform,
    announced: createStateFile(join(userData, 'announced-leads.json'), announcedIds, log),
    log,
    Notification: electron.Notification,
    window,
    openPage: opener.open,
    overlayIcon: platform === 'win32' ? electron.nativeImage.createFromDataURL(disc) : null,
  })

  await backend.wipeForeign()

  const closing = controlClosing({ ...electron, window, platform })
  const updates = createUpdates({
    app,
    dialog,
    window,
    onLogin: proxyLogin.askAgain,
    feedFile: setting.feedFile,
    closeThen: closing.closeThen,
    restart: () => {
      app.relaunch()
      // The updater does not install on an exit with an error status.
      app.exit(1)
    },
    onChanged: (state) => {
      setting.send('updates:changed', state)
      showProgress(window, state)
    },
    log,
    ...(setting.updating?.load && { load: setting.updating.load }),
    nativeUpdater: platform === 'darwin' ? electron.autoUpdater : null,
  })
  const firstCheck = setTimeout(() => void updates.start(), setting.updating?.firstCheckMs ?? 10_000)
  app.on('will-quit', () => {
    clearTimeout(firstCheck)
    updates.stop()
  })

  const showMessage = createMessageBox(dialog, window)
  askForCertificate(app, dialog)
  guardNavigation({ page, shell, log, showMessage })
  showContextMenu(electron.Menu, page)
  const browsing = createBrowsing(window, setting.send)
  recoverFromCrashes({
    window,
    app,
    dialog,
    log,
    now: () => performance.now(),
    reload: () => load('/'),
    installUpdate: updates.install,
  })
  // The former page can no longer write.
  page.on('did-navigate', storage.resume)
  page.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) opener.pageLeft()
  })

  registerCalls({
    ipcMain,
    ourPage: () => (window.isDestroyed() ? null : page),
    handlers: {
      ...storage.handlers,
      ...backend.handlers,
      ...proxyLogin.handlers,
      ...createFiles({
        dialog,
        window,
        platform,
        folders: createStateFile(join(userData, 'folders.json'), lastFolders, log),
      }),
      ...notifications.handlers,
      ...updates.handlers,
      ...browsing.handlers,
      ...createStartAtLogin(app, platform),
      'question:ask': async ({ question, action }) => askIn(dialog, window, [question, action, 'Cancel']),
      'page:listens': async () => opener.pageSubscribed(),
    },
    log,
  })

  function updateMenu(): void {
    const site = connection?.siteOrigin ?? ''
    const actions: MenuActions = {
      // Without a connection the page itself asks for one.
      openSettings: connection === null ? null : () => opener.open('/settings'),
      openWebsite:
        decideDestination(site) === 'system' ? () => tried(shell.openExternal(site), 'The website') : null,
      checkForUpdates: app.isPackaged ? () => tried(updates.checkByHand(), 'Updates') : null,
      showLog: () => tried(openLog(), 'The log'),
      goBack: browsing.goBack,
      goForward: browsing.goForward,
      find: () => setting.send('find:open', undefined),
      print: () => page.print(),
    }
    const { Menu } = electron
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform, mayDebug }, actions)))
  }
  async function openLog(): Promise<void> {
    // Electron reports a failure as the result.
    if ((await shell.openPath(join(userData, 'logs'))) !== '') throw new Error('The folder was not opened.')
  }
  function tried(attempt: Promise<unknown>, what: string): void {
    attempt.catch((error: unknown) => log.warn(`${what} could not be shown`, error))
  }
  updateMenu()
  app.setAboutPanelOptions({ applicationName: brand.name, applicationVersion: app.getVersion() })
  load('/')
}
