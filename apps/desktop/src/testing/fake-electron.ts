import { EventEmitter } from 'node:events'

import type * as Electron from 'electron'

import type { ElectronParts } from '../main/electron-parts.ts'
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
    nativeImage: { createFromDataURL: (address: string) => ({ address }) },
    nativeTheme: new FakeTheme(),
    net: createFakeNet(),
    Notification: notifications.Notification,
    protocol,
    safeStorage: createFakeSafeStorage(),
    screen: new FakeScreen(),
    session: { defaultSession: new FakeSession() },
    shell,
    Tray: class extends FakeTray {
      constructor() {
        super()
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
 * The fake as `ElectronParts`. Used members are type-checked where they are declared; the cast covers the unused ones,
 * which throw when called.
 */
export function electronParts(fake: FakeElectron): ElectronParts {
  return fake as unknown as ElectronParts
}

/** An icon beside the clock. */
class FakeTray extends EventEmitter implements Pick<Electron.Tray, 'setToolTip' | 'setContextMenu'> {
  words = ''
  setToolTip(words: string): void {
    this.words = words
  }
  setContextMenu(): void {}
}

class FakeTheme
  extends EventEmitter
  implements Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>
{
  themeSource: Electron.NativeTheme['themeSource'] = 'light'
  shouldUseDarkColors = false
}

class FakeMenus implements Pick<typeof Electron.Menu, 'setApplicationMenu'> {
  /** Every context menu that was shown. */
  readonly popups: (readonly Electron.MenuItemConstructorOptions[])[] = []
  /** The application's menu. */
  items: readonly Electron.MenuItemConstructorOptions[] = []

  buildFromTemplate(items: readonly Electron.MenuItemConstructorOptions[]): Electron.Menu {
    // Tests read the template only.
    return { template: items, popup: () => void this.popups.push(items) } as unknown as Electron.Menu
  }
  setApplicationMenu(menu: Electron.Menu | null): void {
    // Built by `buildFromTemplate`.
    this.items =
      (menu as unknown as { template: Electron.MenuItemConstructorOptions[] } | null)?.template ?? []
  }

  /** Clicks an item of the application menu by its label. */
  press(label: string): void {
    const all = this.items.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    const item = all.find((item) => item.label === label)
    if (item?.click === undefined) throw new Error(`There is no item "${label}" to press.`)
    // Our own items ignore the arguments.
    ;(item.click as () => void)()
  }
}

class FakeScreen {
  displays: { readonly id: number; readonly workArea: Electron.Rectangle }[] = [
    { id: 1, workArea: { x: 0, y: 25, width: 1920, height: 1055 } },
  ]
  getAllDisplays(): readonly { readonly id: number; readonly workArea: Electron.Rectangle }[] {
    return this.displays
  }
  getPrimaryDisplay(): { readonly id: number; readonly workArea: Electron.Rectangle } {
    const [first] = this.displays
    if (first === undefined) throw new Error('A system has a screen.')
    return first
  }
}
