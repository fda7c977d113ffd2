import { access } from 'node:fs/promises'

import type { App, Dialog } from 'electron'

import type { Handlers, UpdateState } from '../../ipc/contract.ts'
import type { ParentWindow } from '../files/parent-window.ts'
import type { Log } from '../log.ts'
import { nextUpdate, type UpdateEvent } from './next-update.ts'
import { type Checked, showUpdate } from './update-dialog.ts'
import { loadUpdater, type Updater } from './updater.ts'

/** Does something once a day, until the function that it gives is called. */
export type EveryDay = (task: () => void) => () => void

/** What keeping the app up to date needs. */
export interface UpdatesOptions {
  readonly app: Pick<App, 'isPackaged' | 'getVersion'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly parent: ParentWindow
  /** Where the packager writes down the releases' place: app-update.yml in `process.resourcesPath`. */
  readonly feedFile: string
  /** Closes the window for good and then does this; never when the person stays with something unsaved. */
  readonly closeThen: (afterwards: () => void) => void
  /** Starts the app anew, and installs nothing: the window was closed for an update that could not be installed. */
  readonly comeBack: () => void
  /** Called with each new state. */
  readonly onChanged: (state: UpdateState) => void
  readonly log: Log
  readonly load?: () => Promise<Updater>
  readonly everyDay?: EveryDay
}

/** Keeps the app up to date. */
export interface Updates {
  readonly handlers: Pick<Handlers, 'updates:read' | 'updates:install'>
  /** Looks for updates now and once a day; call it when the window is shown. Never throws. */
  start(): Promise<void>
  /** Looks no more. */
  stop(): void
  /** Looks for updates because a person asked, and tells them what there is in a dialog. */
  checkByHand(): Promise<void>
  /** Installs what is ready, and the app comes back; false when nothing is. */
  install(): Promise<boolean>
}

const day = 24 * 60 * 60 * 1000

/**
 * Looks for updates, downloads them in the background, and installs them when the app is quit or at once when a person
 * says so. Failures are logged and otherwise kept quiet. Off while the app is developed and where no releases are known.
 */
export function createUpdates(options: UpdatesOptions): Updates {
  const { app, dialog, parent, feedFile, closeThen, comeBack, onChanged, log } = options
  const { load = loadUpdater, everyDay = withTimer } = options
  let state: UpdateState = { step: 'none' }
  let opened: Promise<Updater | null> | undefined
  let stop: (() => void) | undefined
  let isAsked = false
  let isInstalling = false

  function send(event: UpdateEvent): void {
    const former = state
    state = nextUpdate(state, event)
    if (state === former) return
    if (state.step !== former.step) log.info(`Update: ${state.step}`)
    onChanged(state)
  }

  async function open(): Promise<Updater | null> {
    if (!app.isPackaged || !(await isThere(feedFile))) return null
    const updater = await load()
    // It would write down folders, which hold the name of the person.
    updater.logger = null
    updater.autoDownload = true
    updater.autoInstallOnAppQuit = true
    updater.disableWebInstaller = true
    updater.on('update-available', ({ version }) => send({ type: 'found', version }))
    updater.on('download-progress', ({ percent }) => send({ type: 'progress', percent }))
    updater.on('update-downloaded', ({ version }) => send({ type: 'downloaded', version }))
    updater.on('error', (error) => {
      log.warn(`Update: failed with ${nameOf(error)}`)
      send({ type: 'failed' })
      if (isInstalling) comeBack()
    })
    return updater
  }

  async function check(): Promise<Checked> {
    let updater: Updater | null
    try {
      updater = await (opened ??= open())
    } catch (error) {
      opened = undefined
      log.error(`Update: the updater was not loaded, ${nameOf(error)}`)
      return 'failed'
    }
    if (updater === null) return 'off'
    try {
      const result = await updater.checkForUpdates()
      // Its failure is told by the event, as that of the check is.
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
    // The window first: the installer of Windows waits for nobody's answer, and ends an app that still asks.
    closeThen(() => {
      isInstalling = true
      // Silently, as on quitting, and with the app coming back.
      updater.quitAndInstall(true, true)
    })
    return true
  }

  async function checkByHand(): Promise<void> {
    if (isAsked) return
    isAsked = true
    try {
      const checked = state.step === 'none' ? await check() : 'found'
      if (await showUpdate({ dialog, parent }, checked, state, app.getVersion())) await install()
    } finally {
      isAsked = false
    }
  }

  return {
    handlers: { 'updates:read': async () => state, 'updates:install': async () => void (await install()) },
    start: async () => {
      stop ??= everyDay(() => void check())
      await check()
    },
    stop: () => {
      stop?.()
      stop = undefined
    },
    checkByHand,
    install,
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** What kind of failure it is. Its message may hold folders and addresses. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown failure'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function withTimer(task: () => void): () => void {
  const timer = setInterval(task, day)
  return () => clearInterval(timer)
}
