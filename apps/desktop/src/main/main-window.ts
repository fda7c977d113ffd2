import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  NativeTheme,
  Screen,
  WebPreferences,
  Rectangle,
} from 'electron'
import type { StateFile } from './state-file.ts'
import { z } from 'zod'

const maxHiddenMs = 3000

interface MainWindowOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>
  readonly nativeTheme: NativeTheme
  /** The window's last bounds. */
  readonly memory: StateFile<WindowBounds>
  /** The path of the built preload. */
  readonly preload: string
  /** Whether the developer tools may be opened. */
  readonly mayDebug: boolean
  /** Whether the window stays hidden until the user asks for it: the app started with the system. */
  readonly isHidden: boolean
}

/**
 * Creates the main window at its last bounds, hidden until its first paint or three seconds. The caller guards and loads its page. Lists
 * every security preference, including Electron's defaults.
 */
export function createMainWindow(options: MainWindowOptions): BrowserWindow {
  const { screen, nativeTheme, memory } = options
  const last = memory.read()
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  const bounds = findBounds(last, [main.workArea, ...others.map(({ workArea }) => workArea)])

  const window = new options.BrowserWindow({
    x: bounds.x,
    y: bounds.y,
    width: bounds.width,
    height: bounds.height,
    minWidth: Math.min(minSize.width, bounds.width),
    minHeight: Math.min(minSize.height, bounds.height),
    show: false,
    title: 'Giftwell',
    backgroundColor: windowBackground(nativeTheme.shouldUseDarkColors),
    autoHideMenuBar: false,
    webPreferences: safePreferences(options.preload, options.mayDebug),
  })

  followAppearance(nativeTheme, window)
  let wasShown = false
  // Either would show a window that stays hidden at a start at login.
  window.once('show', () => {
    wasShown = true
    if (bounds.isMaximized && !window.isMaximized()) window.maximize()
    if (last?.isFullScreen === true) window.setFullScreen(true)
  })
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(last?.zoom ?? 0))
  if (!options.isHidden) showOnce(window, bounds.isMaximized)
  window.on('close', () => {
    memory.write({
      ...window.getNormalBounds(),
      isMaximized: wasShown ? window.isMaximized() : bounds.isMaximized,
      isFullScreen: wasShown ? window.isFullScreen() : last?.isFullScreen === true,
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

const pixels = z.int().min(-100_000).max(100_000)

/** The bounds of a window. */
export const windowBounds = z.strictObject({
  x: pixels,
  y: pixels,
  width: pixels.positive(),
  height: pixels.positive(),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean().optional(),
  zoom: z.number().min(-8).max(9).optional(),
})
export type WindowBounds = z.output<typeof windowBounds>

/** The smallest window that fits the back office's tables. */
const minSize = { width: 720, height: 520 } as const

const usualSize = { width: 1280, height: 860 } as const

/** Pixels of a window that must be on a screen so that the user can grab it. */
const minVisible = 64

/**
 * Where to open the window: at its last bounds, fitted to a screen that still exists, or centred on the main screen.
 *
 * @param screens work areas without task bars, the main screen first
 */
export function findBounds(
  last: WindowBounds | null,
  screens: readonly [Rectangle, ...Rectangle[]],
): WindowBounds {
  const screen = last === null ? undefined : screenOf(last, screens)
  if (last === null || screen === undefined) {
    return { ...centred(screens[0]), isMaximized: last?.isMaximized ?? false }
  }
  const width = between(minSize.width, last.width, screen.width)
  const height = between(minSize.height, last.height, screen.height)
  return {
    width,
    height,
    x: between(screen.x, last.x, screen.x + screen.width - width),
    y: between(screen.y, last.y, screen.y + screen.height - height),
    isMaximized: last.isMaximized,
  }
}

/** The screen that shows most of the window; undefined when too little is visible anywhere. */
function screenOf(bounds: Rectangle, screens: readonly Rectangle[]): Rectangle | undefined {
  const shown = screens
    .map((screen) => ({
      screen,
      width: overlap(bounds.x, bounds.width, screen.x, screen.width),
      height: overlap(bounds.y, bounds.height, screen.y, screen.height),
    }))
    .filter(({ width, height }) => width >= minVisible && height >= minVisible)
  return shown.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]?.screen
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart)
}

function centred(screen: Rectangle): Rectangle {
  const width = Math.min(usualSize.width, screen.width)
  const height = Math.min(usualSize.height, screen.height)
  return {
    width,
    height,
    x: screen.x + Math.round((screen.width - width) / 2),
    y: screen.y + Math.round((screen.height - height) / 2),
  }
}

/** The maximum wins over the minimum: a window must fit a small screen. */
function between(least: number, wanted: number, most: number): number {
  return Math.min(Math.max(least, wanted), most)
}
