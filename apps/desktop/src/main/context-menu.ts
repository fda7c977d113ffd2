import type { ContextMenuParams, Menu, MenuItemConstructorOptions, WebContents } from 'electron'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { writeFileAtomically } from './files/write-file-atomically.ts'
import type { Log } from './log.ts'

/** What was right-clicked. */
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
  // Chromium looks for a file of another name: spellings are not checked, and nothing else says so.
  defaultSession.on('spellcheck-dictionary-download-failure', (_event, language) =>
    log.warn(`The dictionary ${language} has not the name that Chromium looks for`),
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
