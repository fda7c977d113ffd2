import type * as Electron from 'electron'
import type { MenuItemConstructorOptions, ContextMenuParams, Menu, WebContents } from 'electron'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { brand } from '@giftwell/shared/kernel/brand.ts'
import { writeFileAtomically } from './state-file.ts'
import type { Log } from './log.ts'

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

/** The target of a right-click. */
export type ContextMenuTarget = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'editFlags' | 'misspelledWord' | 'dictionarySuggestions'
>

/** The context menu: spelling and editing in a text field, copying of selected text, nothing elsewhere. */
export function contextMenuTemplate(
  target: ContextMenuTarget,
  replaceWord: (word: string) => void,
): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = target
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy' }]
  return [
    ...spelling(target, replaceWord),
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}

function spelling(
  { misspelledWord, dictionarySuggestions }: ContextMenuTarget,
  replaceWord: (word: string) => void,
): MenuItemConstructorOptions[] {
  if (misspelledWord === '' || dictionarySuggestions.length === 0) return []
  return [
    ...dictionarySuggestions.map((word) => ({ label: word, click: () => replaceWord(word) })),
    { type: 'separator' },
  ]
}

/** Shows the context menu on a right-click. */
export function showContextMenu(menu: Pick<typeof Menu, 'buildFromTemplate'>, page: WebContents): void {
  page.on('context-menu', (_event, pressed) => {
    const items = contextMenuTemplate(pressed, (word) => page.replaceMisspelling(word))
    if (items.length > 0) menu.buildFromTemplate(items).popup()
  })
}

type Parts = Pick<typeof Electron, 'session'>

const languages = ['en-US', 'en-GB']

/**
 * Checks the spelling by the dictionaries shipped in a folder; macOS has its own. Electron would download missing ones
 * from a third party: nothing is ever downloaded, and when the dictionaries cannot be stored the spelling is not checked.
 * Call it before anything else uses the session, which looks for its dictionaries once.
 */
export async function checkSpelling({ session }: Parts, from: string, userData: string, log: Log) {
  const isStored = await storeDictionaries(from, join(userData, 'Dictionaries'), log)
  // Only now: its first use makes the session.
  const { defaultSession } = session
  // Chromium looks for a file of another name, so spelling is not checked; only this says so.
  defaultSession.on('spellcheck-dictionary-download-failure', (_event, language) =>
    log.warn(`The dictionary ${language} does not have the name that Chromium expects`),
  )
  // Chromium refuses this port without connecting.
  defaultSession.setSpellCheckerDictionaryDownloadURL('http://127.0.0.1:9/')
  defaultSession.setSpellCheckerLanguages(isStored ? languages : [])
  // The window's preference alone does not prevent a download (https://github.com/electron/electron/issues/22995).
  defaultSession.setSpellCheckerEnabled(isStored)
}

/** Copies the dictionaries to where Chromium looks for them; whether all are there. */
async function storeDictionaries(from: string, to: string, log: Log): Promise<boolean> {
  try {
    for (const language of languages) {
      // As in components/spellcheck/common/spellcheck_common.cc of Chromium 156, which is Electron 45's; until 152 it was 10-1.
      const name = `${language}-10-2.bdic`
      const [shipped, target] = [join(from, name), join(to, name)]
      const stored = await stat(target).catch(() => null)
      if (stored?.size === (await stat(shipped)).size) continue
      await mkdir(to, { recursive: true })
      await writeFileAtomically(target, await readFile(shipped))
    }
    return true
  } catch (error) {
    log.warn('The dictionaries could not be stored, so the spelling is not checked', error)
    return false
  }
}
