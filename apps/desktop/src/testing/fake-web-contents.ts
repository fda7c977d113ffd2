import { EventEmitter } from 'node:events'

import type * as Electron from 'electron'

/** The page of a fake window: records received messages, and emits the test's events. */
export class FakeWebContents
  extends EventEmitter
  implements Partial<Omit<Electron.WebContents, keyof EventEmitter | 'navigationHistory'>>
{
  readonly id: number
  readonly sent: { readonly channel: string; readonly data: unknown }[] = []
  url = ''
  forcedCrashes = 0
  reloads = 0
  prints = 0
  /** What was found, and how searches ended, in order. */
  readonly searches: unknown[] = []
  zoom = 0
  /** The steps in the history, in order. */
  readonly moves: string[] = []
  private openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined

  constructor(id: number) {
    super()
    this.id = id
  }

  send(channel: string, data: unknown): void {
    // Electron clones messages, too.
    this.sent.push({ channel, data: structuredClone(data) })
    this.emit('fake:sent', channel, data)
  }
  isDestroyed(): boolean {
    return false
  }
  getURL(): string {
    return this.url
  }
  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler
  }
  /** docs/api/web-contents.md: the renderer is killed, which "render-process-gone" reports. */
  forcefullyCrashRenderer(): void {
    this.forcedCrashes += 1
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
  }
  /** shell/browser/api/electron_api_web_contents.cc, FindInPage: no text is an error. FindReply: one event for each search. */
  findInPage(text: string, options: Electron.FindInPageOptions = {}): number {
    if (text === '') throw new Error('Must provide a non-empty search content')
    this.searches.push({ text, ...options })
    this.emit('fake:find', text, options)
    return this.searches.length
  }
  stopFindInPage(action: string): void {
    this.searches.push(action)
  }
  print(): void {
    this.prints += 1
  }
  getZoomLevel(): number {
    return this.zoom
  }
  setZoomLevel(zoom: number): void {
    this.zoom = zoom
  }
  readonly navigationHistory: Pick<Electron.NavigationHistory, 'goBack' | 'goForward'> = {
    goBack: () => void this.moves.push('back'),
    goForward: () => void this.moves.push('forward'),
  }
  reload(): void {
    this.reloads += 1
  }
  replaceMisspelling(): void {}

  /** The page asks for a new window. */
  openWindow(url: string): Electron.WindowOpenHandlerResponse | undefined {
    return this.openHandler?.({
      url,
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'no-referrer' },
    })
  }

  /** Emits an event; returns whether it was prevented. */
  emitPreventable(name: string, details: object = {}, ...args: readonly unknown[]): boolean {
    let isPrevented = false
    const event = { ...details, preventDefault: () => void (isPrevented = true) }
    this.emit(name, event, ...args)
    return isPrevented
  }
}
