import { EventEmitter } from 'node:events'

import type * as Electron from 'electron'

/** An application that is ready at once and records calls. Its answers are those of docs/api/app.md. */
export class FakeApp
  extends EventEmitter
  implements Partial<Omit<Electron.App, keyof EventEmitter | 'commandLine'>>
{
  isPackaged = true
  /** Whether this is the first instance. */
  isFirst = true
  /** Where the app's folders are. */
  folder = '/fake'
  isSandboxed = false
  badgeCount = 0
  userModelId = ''
  program = '/opt/giftwell'
  /** The command line of the entry that starts the app at login; null without one. */
  loginArgs: readonly string[] | null = null
  /** Whether the Task Manager has disabled that entry. */
  isLoginDisabled = false
  /** Whether macOS waits for the user's approval of it. */
  isLoginUnapproved = false
  wasOpenedAtLogin = false
  toastActivator = ''
  /** Chromium's command line switches. */
  readonly switches: string[] = []
  readonly commandLine: Pick<Electron.CommandLine, 'appendSwitch'> = {
    appendSwitch: (name) => void this.switches.push(name),
  }
  /** Every window that was opened. */
  windows: readonly { readonly isGone: boolean; close(): void }[] = []
  #isQuitting = false
  /** "quit", "exit 0" and "relaunch" in call order. */
  readonly endings: string[] = []
  readonly name = 'Giftwell'

  #isReady = false
  async whenReady(): Promise<void> {
    this.#isReady = true
  }
  isReady(): boolean {
    return this.#isReady
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
    if (name === 'exe') return this.program
    return name === 'userData' ? this.folder : `${this.folder}/${name}`
  }
  setPath(name: string, path: string): void {
    if (name === 'userData') this.folder = path
  }
  /** docs/api/app.md, "before-quit": the windows are closed; the app goes on when one stays. */
  quit(): void {
    this.#isQuitting = true
    this.emit('before-quit', {})
    for (const window of this.windows) if (!window.isGone) window.close()
    if (this.windows.every(({ isGone }) => isGone)) this.endings.push('quit')
    this.#isQuitting = false
  }
  /** docs/api/app.md, "window-all-closed": without a listener the app quits; while it quits this is not emitted. */
  windowClosed(): void {
    if (this.#isQuitting || this.windows.some(({ isGone }) => !isGone)) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
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
  setAboutPanelOptions(): void {}
  setAppUserModelId(id: string): void {
    this.userModelId = id
  }
  setToastActivatorCLSID(id: string): void {
    this.toastActivator = id
  }
  /** docs/api/app.md: true means that the copy starts and this one quits. */
  moveToApplicationsFolder(): boolean {
    this.endings.push('moved')
    return true
  }
  /** docs/api/app.md, "app.setLoginItemSettings", `enabled`: "true" (the default) enables it in the Task Manager, too. */
  setLoginItemSettings({ openAtLogin = false, args = [] }: Electron.Settings): void {
    this.loginArgs = openAtLogin ? args : null
    this.isLoginDisabled = false
  }
  /**
   * docs/api/app.md, "app.getLoginItemSettings": "If you provided `path` and `args` options to `app.setLoginItemSettings`,
   * then you need to pass the same arguments here for `openAtLogin` to be set correctly"; `executableWillLaunchAtLogin`
   * "is set to open at login and its run key is not deactivated". shell/browser/browser_mac.mm: `openAtLogin` is false while
   * the status is "requires-approval".
   */
  getLoginItemSettings({ args = [] }: Electron.LoginItemSettingsOptions = {}): Electron.LoginItemSettings {
    const isThere = this.loginArgs !== null
    return {
      openAtLogin: isThere && !this.isLoginUnapproved && args.join(' ') === this.loginArgs?.join(' '),
      wasOpenedAtLogin: this.wasOpenedAtLogin,
      executableWillLaunchAtLogin: isThere && !this.isLoginDisabled,
      status: !isThere ? 'not-registered' : this.isLoginUnapproved ? 'requires-approval' : 'enabled',
      launchItems: [],
    }
  }
  /**
   * A website asks for a certificate. docs/api/app.md, "select-client-certificate": unless prevented, the first is used.
   * shell/browser/api/electron_api_app.cc, OnClientCertificateSelected: null is none, anything else but an object throws.
   */
  askForCertificate(certificates: readonly object[]): { isPrevented: boolean; answer: Promise<unknown> } {
    const { promise, resolve } = Promise.withResolvers()
    const answer = (chosen: unknown) => {
      if (typeof chosen !== 'object') throw new TypeError('Must pass valid certificate object.')
      resolve(chosen)
    }
    const event = { isPrevented: false, preventDefault: () => void (event.isPrevented = true) }
    this.emit('select-client-certificate', event, null, 'gifts.example:443', certificates, answer)
    return { isPrevented: event.isPrevented, answer: promise }
  }
  /** docs/api/app.md, "app.setBadgeCount": "Setting the count to `0` will hide the badge." Linux and macOS only. */
  setBadgeCount(count = 0): boolean {
    this.badgeCount = count
    return true
  }
}
