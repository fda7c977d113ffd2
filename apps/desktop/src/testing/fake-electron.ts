import { EventEmitter } from 'node:events'

import type * as Electron from 'electron'

import { FakeApp } from './fake-app.ts'
import { FakeBrowserWindow } from './fake-browser-window.ts'
import { FakeDialog } from './fake-dialog.ts'
import { FakeIpcMain } from './fake-ipc-main.ts'
import { createFakeNet } from './fake-net.ts'
import { createFakeNotifications } from './fake-notification.ts'
import { createFakeSafeStorage } from './fake-safe-storage.ts'
import { FakeSession } from './fake-session.ts'

type RequestHandler = Parameters<Electron.Protocol['handle']>[1]

export type FakeElectron = ReturnType<typeof createFakeElectron>

/**
 * A typed fake of the parts of Electron that the main process uses. Electron's own types declare its members, so that it
 * stops compiling when those change. Each call creates an independent system.
 */
export function createFakeElectron() {
  const windows: FakeBrowserWindow[] = []
  const trays: FakeTray[] = []
  const app = new FakeApp()
  app.windows = windows
  class BrowserWindow extends FakeBrowserWindow {
    constructor(options: Electron.BrowserWindowConstructorOptions) {
      super(options, windows.length + 1)
      windows.push(this)
      this.on('fake:closed', () => app.windowClosed())
    }
  }

  const schemes: Electron.CustomScheme[] = []
  const requestHandlers = new Map<string, RequestHandler>()
  const protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'> = {
    registerSchemesAsPrivileged: (added) => void schemes.push(...added),
    handle: (scheme, handler) => void requestHandlers.set(scheme, handler),
  }

  const opened: string[] = []
  const shell: Pick<Electron.Shell, 'openExternal' | 'openPath'> = {
    openExternal: async (url) => void opened.push(url),
    openPath: async (path) => {
      opened.push(path)
      return ''
    },
  }

  const notifications = createFakeNotifications()

  return {
    app,
    autoUpdater: new EventEmitter(),
    BrowserWindow,
    dialog: new FakeDialog(),
    ipcMain: new FakeIpcMain(),
    Menu: new FakeMenus(),
    nativeImage: { createFromDataURL: (address: string) => ({ address }), createFromPath: imageFrom },
    nativeTheme: new FakeTheme(),
    net: createFakeNet(),
    Notification: notifications.Notification,
    protocol,
    safeStorage: createFakeSafeStorage(),
    screen: new FakeScreen(app),
    session: { defaultSession: new FakeSession() },
    shell,
    Tray: class extends FakeTray {
      constructor(image: { readonly path: string }) {
        super(image)
        trays.push(this)
      }
    },

    windows,
    trays,
    schemes,
    notifications: notifications.all,
    /** URLs and folders opened outside the app. */
    opened,
    /** Requests a URL of the app's protocol, as Chromium does. */
    request: async (url: string, method = 'GET') => {
      const handler = requestHandlers.get(url.slice(0, url.indexOf(':')))
      if (handler === undefined) throw new Error(`No protocol handler for ${url}.`)
      return handler(new Request(url, { method }))
    },
  }
}

/**
 * The fake as the module. Used members are type-checked where they are declared; the cast covers the unused ones,
 * which throw when called.
 */
export function electronParts(fake: FakeElectron): typeof Electron {
  return fake as unknown as typeof Electron
}

/** docs/api/native-image.md, "nativeImage.createFromPath": a missing file gives an empty image, not an error. */
function imageFrom(path: string) {
  return { path, resize: () => ({ path }) }
}

/** docs/api/tray.md: an icon beside the clock; on some Linux desktops neither "click" nor the tooltip work. */
class FakeTray extends EventEmitter implements Pick<Electron.Tray, 'setToolTip' | 'setContextMenu'> {
  readonly icon: string
  words = ''
  items: FakeMenu['items'] = []
  constructor({ path }: { readonly path: string }) {
    super()
    this.icon = path
  }
  setToolTip(words: string): void {
    this.words = words
  }
  /** "In order for changes made to individual MenuItems to take effect, you have to call setContextMenu again." */
  setContextMenu(menu: Electron.Menu | null): void {
    // Built by `buildFromTemplate`.
    this.items = (menu as unknown as FakeMenu | null)?.items ?? []
  }
  press(label: string): void {
    pressItem(this.items, label)
  }
}

/** Clicks an item by its label. */
function pressItem(items: FakeMenu['items'], label: string): void {
  const item = items.find((item) => item.label === label)
  if (item?.click === undefined) throw new Error(`There is no item "${label}" to press.`)
  // Our own items ignore the arguments.
  ;(item.click as () => void)()
}

/** docs/api/native-theme.md: `themeSource` is "system" at first, and the colours are the system's only then. */
class FakeTheme
  extends EventEmitter
  implements Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>
{
  themeSource: Electron.NativeTheme['themeSource'] = 'system'
  isSystemDark = false
  get shouldUseDarkColors(): boolean {
    return this.themeSource === 'system' ? this.isSystemDark : this.themeSource === 'dark'
  }
}

/** A menu as its template, which is all that tests look at. */
interface FakeMenu {
  readonly items: readonly Electron.MenuItemConstructorOptions[]
  popup(): void
}

class FakeMenus implements Pick<typeof Electron.Menu, 'setApplicationMenu'> {
  /** Every context menu that was shown. */
  readonly popups: (readonly Electron.MenuItemConstructorOptions[])[] = []
  /** The application's menu. */
  items: readonly Electron.MenuItemConstructorOptions[] = []

  /** lib/browser/api/menu.ts, "Menu.buildFromTemplate": items of no kind are an error, those of submenus as well. */
  buildFromTemplate(items: readonly Electron.MenuItemConstructorOptions[]): Electron.Menu {
    for (const { label, role, type, submenu } of items) {
      if (label === undefined && role === undefined && type === undefined) {
        throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
      }
      if (Array.isArray(submenu)) this.buildFromTemplate(submenu)
    }
    const menu: FakeMenu = { items, popup: () => void this.popups.push(items) }
    return menu as unknown as Electron.Menu
  }
  /** docs/api/menu.md, "Menu.setApplicationMenu": passing null removes the menu. */
  setApplicationMenu(menu: Electron.Menu | null): void {
    // Built by `buildFromTemplate`.
    this.items = (menu as unknown as FakeMenu | null)?.items ?? []
  }

  /** Clicks an item of the application menu by its label. */
  press(label: string): void {
    pressItem(
      this.items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : [])),
      label,
    )
  }
}

/** docs/api/screen.md: "This module cannot be used until the ready event of the app module is emitted." */
class FakeScreen {
  readonly #app: FakeApp
  displays: { readonly id: number; readonly workArea: Electron.Rectangle }[] = [
    { id: 1, workArea: { x: 0, y: 25, width: 1920, height: 1055 } },
  ]
  constructor(app: FakeApp) {
    this.#app = app
  }
  /** "An array of displays that are currently available", in no order. */
  getAllDisplays(): readonly { readonly id: number; readonly workArea: Electron.Rectangle }[] {
    this.#requireReady()
    return this.displays.toReversed()
  }
  getPrimaryDisplay(): { readonly id: number; readonly workArea: Electron.Rectangle } {
    this.#requireReady()
    const [first] = this.displays
    if (first === undefined) throw new Error('A system has a screen.')
    return first
  }
  #requireReady(): void {
    if (!this.#app.isReady())
      throw new Error("The 'screen' module can't be used before the app 'ready' event")
  }
}
