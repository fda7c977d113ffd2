import { EventEmitter } from 'node:events'

import type * as Electron from 'electron'

import { FakeWebContents } from './fake-web-contents.ts'

/** A window without a screen that records its options and state. */
export class FakeBrowserWindow
  extends EventEmitter
  implements Partial<Omit<Electron.BrowserWindow, keyof EventEmitter | 'webContents'>>
{
  readonly options: Electron.BrowserWindowConstructorOptions
  readonly webContents: FakeWebContents
  readonly loaded: string[] = []
  backgroundColor: string
  isShown: boolean
  hasFocus = false
  isSmall = false
  isLarge = false
  isFull = false
  isGone = false
  overlay = ''
  /** Whether the page has unsaved changes and prevents unloading. */
  isUnsaved = false
  /** 0 to 1; negative for no progress bar. */
  progress = -1
  bounds: Electron.Rectangle

  constructor(options: Electron.BrowserWindowConstructorOptions, id = 1) {
    super()
    this.options = options
    this.webContents = new FakeWebContents(id)
    this.backgroundColor = options.backgroundColor ?? ''
    this.isShown = options.show ?? true
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.bounds = { x, y, width, height }
  }

  /** docs/api/web-contents.md: "did-start-navigation" and "did-navigate" are emitted around every load. */
  async loadURL(url: string): Promise<void> {
    this.webContents.emit('did-start-navigation', { url, isSameDocument: false, isMainFrame: true })
    this.webContents.url = url
    this.loaded.push(url)
    this.webContents.emit('did-navigate', {}, url)
    this.emit('fake:loaded', url)
  }
  /** docs/api/browser-window.md, "win.show": "Shows and gives focus to the window." */
  show(): void {
    this.isShown = true
    this.hasFocus = true
    this.emit('show')
    this.emit('focus')
  }
  hide(): void {
    this.isShown = false
    this.hasFocus = false
    this.emit('hide')
  }
  focus(): void {
    this.hasFocus = true
    this.emit('focus')
  }
  restore(): void {
    this.isSmall = false
  }
  maximize(): void {
    this.isLarge = true
  }
  isVisible(): boolean {
    return this.isShown
  }
  isFocused(): boolean {
    return this.hasFocus
  }
  isMinimized(): boolean {
    return this.isSmall
  }
  isMaximized(): boolean {
    return this.isLarge
  }
  isFullScreen(): boolean {
    return this.isFull
  }
  /** docs/api/browser-window.md, "win.setFullScreen": on macOS the transition is asynchronous, the event its end. */
  setFullScreen(isFull: boolean): void {
    setImmediate(() => {
      this.isFull = isFull
      this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen')
    })
  }
  isDestroyed(): boolean {
    return this.isGone
  }
  getNormalBounds(): Electron.Rectangle {
    return this.bounds
  }
  setBackgroundColor(color: string): void {
    this.backgroundColor = color
  }
  /** docs/api/browser-window.md, "win.setOverlayIcon": null clears it; the description is read by screen readers. */
  setOverlayIcon(overlay: Electron.NativeImage | null, description: string): void {
    this.overlay = overlay === null ? '' : description
  }
  flashFrame(): void {}
  setProgressBar(progress: number): void {
    this.progress = progress
  }
  /** docs/api/browser-window.md, "win.close": "the same effect as a user manually clicking the close button". */
  close(): void {
    this.pressClose()
  }

  /**
   * Clicks the close button; returns whether the window closed. docs/api/browser-window.md: "close" comes before the page's
   * beforeunload, "closed" when nothing of the window may be used any more. docs/api/web-contents.md, "will-prevent-unload":
   * preventing it ignores the page's handler.
   */
  pressClose(): boolean {
    let isPrevented = false
    this.emit('close', { preventDefault: () => void (isPrevented = true) })
    if (isPrevented) return false
    if (this.isUnsaved && !this.webContents.emitPreventable('will-prevent-unload')) return false
    this.isGone = true
    this.emit('closed')
    this.emit('fake:closed')
    return true
  }
}
