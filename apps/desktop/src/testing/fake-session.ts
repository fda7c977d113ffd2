import { EventEmitter } from 'node:events'

import type * as Electron from 'electron'

type Handler<K extends keyof Electron.Session> = Electron.Session[K] extends (handler: infer H) => void
  ? NonNullable<H>
  : never

/** A session that exposes its handlers to the test; each call replaces the former handler (docs/api/session.md). */
export class FakeSession extends EventEmitter implements Partial<Omit<Electron.Session, keyof EventEmitter>> {
  permissionRequest: Handler<'setPermissionRequestHandler'> | null = null
  permissionCheck: Handler<'setPermissionCheckHandler'> | null = null
  devicePermission: Handler<'setDevicePermissionHandler'> | null = null
  displayMedia: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0] = null

  isSpellingOn = true
  spellingLanguages: readonly string[] = ['en-US']
  dictionaryUrl = 'https://redirector.gvt1.com/edgedl/chrome/dict/'

  /** docs/api/session.md: while it is on and has a language, Electron downloads that dictionary from Google, but on macOS. */
  setSpellCheckerEnabled(isOn: boolean): void {
    this.isSpellingOn = isOn
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    this.spellingLanguages = languages
  }
  setSpellCheckerDictionaryDownloadURL(url: string): void {
    this.dictionaryUrl = url
  }
  setPermissionRequestHandler(handler: Handler<'setPermissionRequestHandler'> | null): void {
    this.permissionRequest = handler
  }
  setPermissionCheckHandler(handler: Handler<'setPermissionCheckHandler'> | null): void {
    this.permissionCheck = handler
  }
  setDevicePermissionHandler(handler: Handler<'setDevicePermissionHandler'> | null): void {
    this.devicePermission = handler
  }
  setDisplayMediaRequestHandler(
    handler: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0],
  ): void {
    this.displayMedia = handler
  }
}
