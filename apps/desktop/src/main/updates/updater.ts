import type { AppUpdater } from 'electron-updater'

/** What is used of electron-updater. */
export interface Updater extends Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'disableWebInstaller' | 'logger' | 'quitAndInstall'
> {
  /** Null where this copy of the app cannot update itself. */
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean
    readonly downloadPromise?: Promise<unknown> | null
  } | null>
  on(event: 'update-available', listener: (found: { readonly version: string }) => void): unknown
  on(event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown
  on(event: 'update-downloaded', listener: (downloaded: { readonly version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** Loads electron-updater, which is half a megabyte that no start of the app should wait for. */
export async function loadUpdater(): Promise<Updater> {
  const { autoUpdater } = await import('electron-updater')
  return autoUpdater
}
