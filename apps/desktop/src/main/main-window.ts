import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeTheme,
  Screen,
  WebPreferences,
} from 'electron'

import type { StateFile } from './state-file.ts'
import { findPlace, minSize, type WindowPlace } from './window-place.ts'

const maxHiddenMs = 3000

interface MainWindowOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  readonly nativeTheme: NativeTheme
  /** The window's last place. */
  readonly memory: StateFile<WindowPlace>
  /** The path of the built preload. */
  readonly preload: string
  /** Whether the developer tools may be opened. */
  readonly mayDebug: boolean
  /** Whether the window stays hidden until the user asks for it: the app started with the system. */
  readonly isHidden: boolean
}

/**
 * Creates the main window at its last place, hidden until its first paint or three seconds. The caller guards and loads its page. Lists
 * every security preference, including Electron's defaults.
 */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const { screen, nativeTheme, memory } = options
  const last = memory.read()
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  const place = findPlace(last, [main.workArea, ...others.map(({ workArea }) => workArea)])

  const window = new options.BrowserWindow({
    x: place.x,
    y: place.y,
    width: place.width,
    height: place.height,
    minWidth: Math.min(minSize.width, place.width),
    minHeight: Math.min(minSize.height, place.height),
    show: false,
    title: 'Giftwell',
    backgroundColor: windowBackground(nativeTheme.shouldUseDarkColors),
    autoHideMenuBar: false,
    webPreferences: safePreferences(options.preload, options.mayDebug),
  })

  followAppearance(nativeTheme, window)
  if (last?.isFullScreen === true) window.setFullScreen(true)
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(last?.zoom ?? 0))
  if (!options.isHidden) showOnce(window, place.isMaximized)
  window.on('close', () => {
    memory.write({
      ...window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
      zoom: window.webContents.getZoomLevel(),
    })
  })
  return window
}

/**
 * Shows the window at its first paint, but also without one: a hidden window on Wayland never paints
 * (https://github.com/electron/electron/issues/48859).
 */
function showOnce(window: BrowserWindow, isMaximized: boolean): void {
  const timer = setTimeout(show, maxHiddenMs)
  function show(): void {
    clearTimeout(timer)
    window.off('ready-to-show', show)
    window.webContents.off('did-finish-load', show)
    if (isMaximized) window.maximize()
    window.show()
  }
  window.once('ready-to-show', show)
  window.webContents.once('did-finish-load', show)
  window.once('closed', () => clearTimeout(timer))
}

function safePreferences(preload: string, mayDebug: boolean): WebPreferences {
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
    // Leads are announced only while the page is hidden. Throttled timers still run once a minute.
    backgroundThrottling: true,
    devTools: mayDebug,
    spellcheck: true,
  }
}

/** The colour before the first paint and behind the page during a resize: the theme's paper. */
function windowBackground(isDark: boolean): string {
  return isDark ? '#17121C' : '#FBF7F0'
}

/** Follows the system's light or dark appearance. */
function followAppearance(nativeTheme: NativeTheme, window: BrowserWindow): void {
  const update = () => window.setBackgroundColor(windowBackground(nativeTheme.shouldUseDarkColors))
  nativeTheme.on('updated', update)
  window.once('closed', () => nativeTheme.off('updated', update))
}
