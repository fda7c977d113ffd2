import { EventEmitter } from 'node:events'

import type { Updater } from '../main/updates/updater.ts'

/** Electron-updater as a test has it: nothing is asked and nothing is installed. */
export class FakeUpdater extends EventEmitter implements Updater {
  autoDownload = false
  autoInstallOnAppQuit = false
  disableWebInstaller = false
  logger: Updater['logger'] = console
  /** What the next checks answer: a version, none, "failed", or "off" for a copy that cannot update itself. */
  release: { readonly version: string } | 'none' | 'failed' | 'off' = 'none'
  checks = 0
  /** How the update was installed; nothing as long as it was not. */
  installed: readonly unknown[] | undefined

  async checkForUpdates(): ReturnType<Updater['checkForUpdates']> {
    this.checks += 1
    if (this.release === 'off') return null
    if (this.release === 'none') return { isUpdateAvailable: false }
    if (this.release === 'failed') throw this.fail()
    this.emit('update-available', this.release)
    return { isUpdateAvailable: true, downloadPromise: Promise.reject(new Error('told by the event')) }
  }

  quitAndInstall(...how: unknown[]): void {
    this.installed = how
  }

  /** Something goes wrong, in words that name a folder of the person. */
  fail(): Error {
    const error = Object.assign(new Error('ENOENT: /home/mary/.cache'), { code: 'ERR_UPDATER_DEMO' })
    this.emit('error', error)
    return error
  }
}
