import type { ContextMenuParams, Menu, MenuItemConstructorOptions, WebContents } from 'electron'

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
