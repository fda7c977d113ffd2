import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeTheme,
  Screen,
  WebPreferences,
} from 'electron'

import { followAppearance, windowBackground } from './appearance.ts'
import { hasSpelling } from './spelling.ts'
import type { WindowMemory } from './window-memory.ts'
import { findPlace, leastSize } from './window-place.ts'

/** What opening the window needs. */
export interface MainWindowOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  readonly nativeTheme: NativeTheme
  readonly memory: WindowMemory
  /** The built preload's file. */
  readonly preload: string
  readonly platform: NodeJS.Platform
  /** Whether the developer tools may be opened. */
  readonly mayDebug: boolean
}

/**
 * Opens the one window, hidden until there is something to see, where it was last. The caller guards its page and loads
 * it. Every preference that bears on safety is said here, also where it is Electron's default.
 */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const { screen, nativeTheme, memory, platform } = options
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  const place = findPlace(memory.read(), [main.workArea, ...others.map(({ workArea }) => workArea)])

  const window = new options.BrowserWindow({
    x: place.x,
    y: place.y,
    width: place.width,
    height: place.height,
    minWidth: Math.min(leastSize.width, place.width),
    minHeight: Math.min(leastSize.height, place.height),
    show: false,
    title: 'Giftwell',
    backgroundColor: windowBackground(nativeTheme.shouldUseDarkColors),
    autoHideMenuBar: false,
    webPreferences: safePreferences(options.preload, platform, options.mayDebug),
  })

  followAppearance(nativeTheme, window)
  window.once('ready-to-show', () => {
    if (place.isMaximized) window.maximize()
    window.show()
  })
  window.on('close', () => {
    memory.write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  })
  return window
}

function safePreferences(preload: string, platform: NodeJS.Platform, mayDebug: boolean): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // The page must know when nobody sees it: only then are leads announced. Its timers go on, once a minute.
    backgroundThrottling: true,
    devTools: mayDebug,
    spellcheck: hasSpelling(platform),
  }
}
