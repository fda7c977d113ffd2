import { readFile } from 'node:fs/promises'
import type { App, AuthInfo, AutoUpdater, BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { Handlers, UpdateState } from '../../ipc/contract.ts'
import type { Log } from '../log.ts'
import { brand } from '@giftwell/shared/kernel/brand.ts'

/** What updating uses of the app and its window. */
export interface UpdatesOptions {
  readonly app: Pick<App, 'isPackaged' | 'getVersion'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly window: BrowserWindow
  /** The packager's app-update.yml in `process.resourcesPath`, which locates the releases. */
  readonly feedFile: string
  /** Closes the window for good, then runs the callback; never when the user keeps unsaved changes. */
  readonly closeThen: (afterwards: () => void) => void
  /** Restarts the app without installing: the window was closed for an update that failed. */
  readonly restart: () => void
  /** Electron's updater on macOS, which gets the update from electron-updater and only then can install; else null. */
  readonly nativeUpdater: Pick<AutoUpdater, 'on'> | null
  /** Answers a proxy that asks the updater, whose session is its own, for a name and password. */
  readonly onLogin: ProxyListener
  readonly onChanged: (state: UpdateState) => void
  readonly log: Log
  readonly load?: () => Promise<Updater>
}

/** Updates the app. */
export interface Updates {
  readonly handlers: Pick<Handlers, 'updates:read' | 'updates:install'>
  /** Checks now and once a day; call it when the window is shown. Never throws. */
  start(): Promise<void>
  stop(): void
  /** Checks at the user's request and shows the result in a dialog. */
  checkByHand(): Promise<void>
  /** Installs a downloaded update and restarts; false when there is none. */
  install(): Promise<boolean>
}

type ProxyListener = (auth: AuthInfo, answer: (name?: string, password?: string) => void) => void

const day = 24 * 60 * 60 * 1000

/**
 * Checks for updates, downloads them in the background, and installs them on quit or at the user's request. Failures are
 * logged only. Disabled in development and without a feed file.
 */
export function createUpdates(options: UpdatesOptions): Updates {
  const { app, dialog, window, feedFile, closeThen, restart, nativeUpdater, onChanged, log } = options
  const { load = loadUpdater } = options
  let state: UpdateState = { step: 'none' }
  let opened: Promise<Updater | null> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let isDialogOpen = false
  let isInstalling = false

  function send(event: UpdateEvent): void {
    const former = state
    state = nextUpdate(state, event)
    if (state === former) return
    if (state.step !== former.step) log.info(`Update: ${state.step}`)
    onChanged(state)
  }

  async function open(): Promise<Updater | null> {
    // Without a repository to update from, the packager writes a file without a provider.
    const feed = await readFile(feedFile, 'utf8').catch(() => '')
    if (!app.isPackaged || !/^provider: *\S/m.test(feed)) return null
    const updater = await load()
    // Its messages contain folders with the user's name.
    updater.logger = null
    updater.autoDownload = true
    updater.autoInstallOnAppQuit = true
    updater.disableWebInstaller = true
    updater.on('login', options.onLogin)
    updater.on('update-available', ({ version }) => send({ type: 'found', version }))
    updater.on('download-progress', ({ percent }) => send({ type: 'progress', percent }))
    let downloaded = ''
    updater.on('update-downloaded', ({ version }) => {
      downloaded = version
      if (nativeUpdater === null) send({ type: 'downloaded', version })
    })
    nativeUpdater?.on('update-downloaded', () => send({ type: 'downloaded', version: downloaded }))
    updater.on('error', (error) => {
      log.warn('Update: failed', error)
      send({ type: 'failed' })
      if (isInstalling) restart()
    })
    return updater
  }

  async function check(): Promise<Checked> {
    let updater: Updater | null
    try {
      updater = await (opened ??= open())
    } catch (error) {
      opened = undefined
      log.error('Update: the updater was not loaded', error)
      return 'failed'
    }
    if (updater === null) return 'off'
    try {
      const result = await updater.checkForUpdates()
      // The error event reports its failure.
      result?.downloadPromise?.catch(() => undefined)
      if (result === null) return 'off'
      return result.isUpdateAvailable ? 'found' : 'current'
    } catch {
      return 'failed'
    }
  }

  async function install(): Promise<boolean> {
    const updater = await opened
    if (state.step !== 'ready' || updater == null) return false
    // Close the window first: the Windows installer kills an app that still shows a dialog.
    closeThen(() => {
      isInstalling = true
      // Silently, and restart afterwards.
      updater.quitAndInstall(true, true)
    })
    return true
  }

  async function checkByHand(): Promise<void> {
    if (isDialogOpen) return
    isDialogOpen = true
    try {
      const checked = state.step === 'none' ? await check() : 'found'
      if (await showUpdate({ dialog, window }, checked, state, app.getVersion())) await install()
    } finally {
      isDialogOpen = false
    }
  }

  return {
    handlers: { 'updates:read': async () => state, 'updates:install': async () => void (await install()) },
    start: async () => {
      timer ??= setInterval(() => void check(), day)
      await check()
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
    checkByHand,
    install,
  }
}

/** The members of electron-updater that are used. */
export interface Updater extends Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'disableWebInstaller' | 'logger' | 'quitAndInstall'
> {
  /** Null when this copy of the app cannot update itself. */
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean
    readonly downloadPromise?: Promise<unknown> | null
  } | null>
  on(event: 'update-available', listener: (found: { readonly version: string }) => void): unknown
  on(event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown
  on(event: 'update-downloaded', listener: (downloaded: { readonly version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'login', listener: ProxyListener): unknown
}

/** Loads electron-updater lazily: its half megabyte would delay the start. */
async function loadUpdater(): Promise<Updater> {
  const { autoUpdater } = await import('electron-updater')
  return autoUpdater
}

/** The updater's events. */
export type UpdateEvent =
  | { readonly type: 'found'; readonly version: string }
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'downloaded'; readonly version: string }
  | { readonly type: 'failed' }

/**
 * The update state's reducer. A downloaded update stays ready until another version replaces it. Returns the same object
 * when nothing changes; percentages are whole numbers.
 */
export function nextUpdate(state: UpdateState, event: UpdateEvent): UpdateState {
  switch (event.type) {
    case 'found':
      return state.step !== 'none' && state.version === event.version
        ? state
        : { step: 'downloading', version: event.version, percent: 0 }
    case 'progress': {
      if (state.step !== 'downloading') return state
      const percent = Math.min(100, Math.max(0, Math.floor(event.percent)))
      return percent === state.percent ? state : { ...state, percent }
    }
    case 'downloaded':
      return state.step === 'ready' && state.version === event.version
        ? state
        : { step: 'ready', version: event.version }
    case 'failed':
      return state.step === 'downloading' ? { step: 'none' } : state
  }
}

/** The result of a check: nothing newer, something newer, an error, or this copy cannot update itself. */
export type Checked = 'current' | 'found' | 'failed' | 'off'

const ready = { buttons: ['Restart Now', 'Later'], defaultId: 0, cancelId: 1 }

/**
 * Shows the result of a check that the user started; returns whether to install now.
 *
 * @param version of the running app
 */
async function showUpdate(
  { dialog, window }: { readonly dialog: Pick<Dialog, 'showMessageBox'>; readonly window: BrowserWindow },
  checked: Checked,
  state: UpdateState,
  version: string,
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'info',
    ...describe(checked, state, version),
  })
  return state.step === 'ready' && response === ready.defaultId
}

function describe(checked: Checked, state: UpdateState, version: string): MessageBoxOptions {
  if (state.step === 'ready') {
    return {
      ...ready,
      message: `${brand.name} ${state.version} is ready`,
      detail: `The update is installed when you restart or quit ${brand.name}.`,
    }
  }
  if (state.step === 'downloading') {
    return {
      message: `${brand.name} ${state.version} is being downloaded`,
      detail: `You can keep working. The update is installed when you quit ${brand.name}.`,
    }
  }
  switch (checked) {
    case 'current':
      return { message: `${brand.name} is up to date`, detail: `You have version ${version}.` }
    case 'off':
      return {
        message: `This copy of ${brand.name} does not update itself`,
        detail: `You have version ${version}. Install a newer version from where you downloaded this one.`,
      }
    case 'found':
    case 'failed':
      return {
        type: 'warning',
        message: `${brand.name} could not check for updates`,
        detail: 'Check that this computer is online, and try again later.',
      }
  }
}

/** Shows the download progress in the Dock or taskbar. */
export function showProgress(
  window: Pick<BrowserWindow, 'isDestroyed' | 'setProgressBar'>,
  state: UpdateState,
): void {
  if (window.isDestroyed()) return
  // A negative value removes the bar.
  window.setProgressBar(state.step === 'downloading' ? state.percent / 100 : -1)
}
