import { EventEmitter } from 'node:events'

import type * as Electron from 'electron'

type Faked =
  | 'isPackaged'
  | 'whenReady'
  | 'isReady'
  | 'enableSandbox'
  | 'getName'
  | 'getVersion'
  | 'getPath'
  | 'setPath'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'requestSingleInstanceLock'
  | 'setAboutPanelOptions'
  | 'setAppUserModelId'
  | 'setBadgeCount'

/** An application that is ready at once and records calls. */
export class FakeApp extends EventEmitter implements Pick<Electron.App, Faked> {
  isPackaged = true
  /** Whether this is the first instance. */
  isFirst = true
  /** Where the app's folders are. */
  folder = '/fake'
  isSandboxed = false
  badgeCount = 0
  userModelId = ''
  /** Chromium's command line switches. */
  readonly switches: string[] = []
  readonly commandLine: Pick<Electron.CommandLine, 'appendSwitch'> = {
    appendSwitch: (name) => void this.switches.push(name),
  }
  /** "quit", "exit 0" and "relaunch" in call order. */
  readonly endings: string[] = []
  about: Electron.AboutPanelOptionsOptions = {}
  readonly name = 'Giftwell'

  async whenReady(): Promise<void> {}
  isReady(): boolean {
    return true
  }
  enableSandbox(): void {
    this.isSandboxed = true
  }
  getName(): string {
    return 'Giftwell'
  }
  getVersion(): string {
    return '1.2.3'
  }
  getPath(name: string): string {
    return name === 'userData' ? this.folder : `${this.folder}/${name}`
  }
  setPath(name: string, path: string): void {
    if (name === 'userData') this.folder = path
  }
  quit(): void {
    this.endings.push('quit')
  }
  exit(code = 0): void {
    this.endings.push(`exit ${code}`)
  }
  relaunch(): void {
    this.endings.push('relaunch')
  }
  requestSingleInstanceLock(): boolean {
    return this.isFirst
  }
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    this.about = options
  }
  setAppUserModelId(id: string): void {
    this.userModelId = id
  }
  setBadgeCount(count = 0): boolean {
    this.badgeCount = count
    return true
  }
}
