import { EventEmitter } from 'node:events'

import type { Updater } from '../main/updates/create-updates.ts'

/**
 * A fake of electron-updater without network and installation. out/AppUpdater.js: a failed check emits "error" and rejects,
 * and a check gives null where the app is not packaged; a proxy's question in its own session is its event "login".
 */
export class FakeUpdater extends EventEmitter implements Updater {
  autoDownload = false
  autoInstallOnAppQuit = false
  disableWebInstaller = false
  logger: Updater['logger'] = console
  /** The result of the next checks; "off" for a copy that cannot update itself. */
  release: { readonly version: string } | 'none' | 'failed' | 'off' = 'none'
  checks = 0
  /** The arguments of `quitAndInstall`. */
  installed: readonly unknown[] | undefined

  async checkForUpdates(): ReturnType<Updater['checkForUpdates']> {
    this.checks += 1
    if (this.release === 'off') return null
    if (this.release === 'none') return { isUpdateAvailable: false }
    if (this.release === 'failed') throw this.fail()
    this.emit('update-available', this.release)
    return { isUpdateAvailable: true, downloadPromise: Promise.reject(new Error('reported by the event')) }
  }

  quitAndInstall(...how: unknown[]): void {
    this.installed = how
  }

  /** Emits an error whose message contains a personal folder. */
  fail(): Error {
    const error = Object.assign(new Error('ENOENT: /home/mary/.cache'), { code: 'ERR_UPDATER_DEMO' })
    this.emit('error', error)
    return error
  }
}
