import { brand } from '@giftwell/shared/domain/brand.ts'
import type { MenuItemConstructorOptions } from 'electron'

/** What the menu's own items do; what is null is not offered. */
export interface MenuActions {
  /** Opens the "Connect" page; null where the connection was built in, and as long as there is none. */
  readonly connect: (() => void) | null
  /** Opens the website in the browser; null while no website is known. */
  readonly openWebsite: (() => void) | null
  readonly checkForUpdates: (() => void) | null
  readonly showLog: () => void
}

/** Whose menu it is. */
export interface MenuSetting {
  readonly platform: NodeJS.Platform
  /** Whether the developer tools may be opened. */
  readonly mayDebug: boolean
}

type Items = readonly MenuItemConstructorOptions[]
const line: MenuItemConstructorOptions = { type: 'separator' }

/** The application's menu as each system's people expect it: on macOS the app has a menu of its own, elsewhere File. */
export function menuTemplate(
  { platform, mayDebug }: MenuSetting,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  return [
    isMac ? appMenu(actions) : fileMenu(platform, actions),
    ...(isMac ? [{ label: 'File', submenu: [{ role: 'close' as const }] }] : []),
    editMenu(isMac),
    viewMenu(isMac, mayDebug),
    windowMenu(isMac),
    helpMenu(isMac, actions),
  ]
}

function appMenu(actions: MenuActions): MenuItemConstructorOptions {
  return {
    label: brand.name,
    submenu: [
      { role: 'about' },
      ...update(actions),
      line,
      ...connect(actions),
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
}

function fileMenu(platform: NodeJS.Platform, actions: MenuActions): MenuItemConstructorOptions {
  const quit: MenuItemConstructorOptions =
    platform === 'win32'
      ? { role: 'quit', label: 'E&xit', accelerator: 'Alt+F4' }
      : { role: 'quit', label: '&Quit', accelerator: 'Ctrl+Q' }
  return { label: '&File', submenu: [...connect(actions), quit] }
}

function editMenu(isMac: boolean): MenuItemConstructorOptions {
  return {
    label: isMac ? 'Edit' : '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      line,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'delete' },
      ...(isMac ? [] : [line]),
      { role: 'selectAll' },
    ],
  }
}

function viewMenu(isMac: boolean, mayDebug: boolean): MenuItemConstructorOptions {
  return {
    label: isMac ? 'View' : '&View',
    submenu: [
      { role: 'reload' },
      ...(mayDebug ? [{ role: 'toggleDevTools' as const }] : []),
      line,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      // Shift is what turns "=" into "+"; nobody presses it for this.
      { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' },
    ],
  }
}

function windowMenu(isMac: boolean): MenuItemConstructorOptions {
  const ofSystem: Items = isMac ? [{ role: 'zoom' }, line, { role: 'front' }] : [{ role: 'close' }]
  return {
    role: 'window',
    label: isMac ? 'Window' : '&Window',
    submenu: [{ role: 'minimize' }, ...ofSystem],
  }
}

function helpMenu(isMac: boolean, actions: MenuActions): MenuItemConstructorOptions {
  const { openWebsite, showLog } = actions
  return {
    role: 'help',
    label: isMac ? 'Help' : '&Help',
    submenu: [
      ...(openWebsite === null ? [] : [{ label: `${brand.name} Website`, click: openWebsite }]),
      { label: 'Show Log', click: showLog },
      ...(isMac ? [] : [...update(actions), line, { role: 'about' as const, label: `&About ${brand.name}` }]),
    ],
  }
}

function update({ checkForUpdates }: MenuActions): Items {
  return checkForUpdates === null ? [] : [{ label: 'Check for Updates…', click: checkForUpdates }]
}

function connect({ connect }: MenuActions): Items {
  return connect === null
    ? []
    : [{ label: 'Connect…', accelerator: 'CommandOrControl+,', click: connect }, line]
}
