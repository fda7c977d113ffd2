import { brand } from '@giftwell/shared/kernel/brand.ts'
import type { MenuItemConstructorOptions } from 'electron'

/** The actions of our own menu items; null hides an item. */
export interface MenuActions {
  /** Opens the settings of this computer; null before the first connection. */
  readonly openSettings: (() => void) | null
  /** Opens the website in the browser; null without a connection. */
  readonly openWebsite: (() => void) | null
  readonly checkForUpdates: (() => void) | null
  readonly showLog: () => void
  readonly goBack: () => void
  readonly goForward: () => void
  readonly find: () => void
  readonly print: () => void
}

export interface MenuSetting {
  readonly platform: NodeJS.Platform
  /** Whether the developer tools may be opened. */
  readonly mayDebug: boolean
}

type Items = readonly MenuItemConstructorOptions[]
const line: MenuItemConstructorOptions = { type: 'separator' }

/** The application menu by each platform's conventions: an app menu on macOS, a File menu elsewhere. */
export function menuTemplate(
  { platform, mayDebug }: MenuSetting,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  return [
    isMac ? appMenu(actions) : fileMenu(platform, actions),
    ...(isMac ? [{ label: 'File', submenu: [print(actions), line, { role: 'close' as const }] }] : []),
    editMenu(isMac, actions),
    viewMenu(isMac, mayDebug),
    historyMenu(isMac, actions),
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
      ...settings(actions),
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
  return {
    label: '&File',
    submenu: [...settings(actions), print(actions), line, quit],
  }
}

function editMenu(isMac: boolean, { find }: MenuActions): MenuItemConstructorOptions {
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
      line,
      { label: 'Find…', accelerator: 'CommandOrControl+F', click: find },
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
      // Zooms without Shift, which "+" needs on most keyboards.
      { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
      { role: 'zoomOut' },
      line,
      { role: 'togglefullscreen' },
    ],
  }
}

function historyMenu(isMac: boolean, { goBack, goForward }: MenuActions): MenuItemConstructorOptions {
  return {
    label: isMac ? 'History' : 'Hi&story',
    submenu: [
      { label: 'Back', accelerator: isMac ? 'Command+[' : 'Alt+Left', click: goBack },
      { label: 'Forward', accelerator: isMac ? 'Command+]' : 'Alt+Right', click: goForward },
    ],
  }
}

function print({ print }: MenuActions): MenuItemConstructorOptions {
  return { label: 'Print…', accelerator: 'CommandOrControl+P', click: print }
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

function settings({ openSettings }: MenuActions): Items {
  return openSettings === null
    ? []
    : [{ label: 'Settings…', accelerator: 'CommandOrControl+,', click: openSettings }, line]
}
