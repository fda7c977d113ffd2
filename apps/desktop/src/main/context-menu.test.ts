import { expect, test, vi } from 'vitest'

import { startTestApp } from '../testing/start-test-app.ts'
import { contextMenuTemplate, type ContextMenuTarget } from './menu-template.ts'

const nowhere: ContextMenuTarget = {
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: {
    canUndo: false,
    canRedo: false,
    canCut: false,
    canCopy: false,
    canPaste: true,
    canDelete: false,
    canSelectAll: true,
    canEditRichly: false,
  },
}

function read(pressed: Partial<ContextMenuTarget>): string[] {
  return contextMenuTemplate({ ...nowhere, ...pressed }, () => undefined).map(
    ({ label, role, type, enabled }) => `${label ?? role ?? type}${enabled === false ? ' (off)' : ''}`,
  )
}

test('the menu of a text field offers the possible editing commands', () => {
  expect(read({ isEditable: true })).toEqual([
    'undo (off)',
    'redo (off)',
    'separator',
    'cut (off)',
    'copy (off)',
    'paste',
    'separator',
    'selectAll',
  ])
})

test('the menu of selected text offers only Copy', () => {
  expect(read({ selectionText: 'Ada' })).toEqual(['copy'])
})

test('there is no menu elsewhere', () => {
  expect(read({})).toEqual([])
  expect(read({ selectionText: ' \n' })).toEqual([])
})

test('choosing a suggestion replaces the misspelled word', () => {
  const replace = vi.fn()
  const items = contextMenuTemplate(
    { ...nowhere, isEditable: true, misspelledWord: 'gfit', dictionarySuggestions: ['gift', 'fit'] },
    replace,
  )
  expect(items.slice(0, 3).map(({ label, type }) => label ?? type)).toEqual(['gift', 'fit', 'separator'])
  // Our own item looks at nothing that it is given.
  const press = items[1]?.click as (() => void) | undefined
  press?.()
  expect(replace).toHaveBeenCalledExactlyOnceWith('fit')
})

test('a right-click shows the menu unless it is empty', async () => {
  const { electron, window } = await startTestApp()
  window.webContents.emit('context-menu', {}, nowhere)
  expect(electron.Menu.popups).toEqual([])
  window.webContents.emit('context-menu', {}, { ...nowhere, selectionText: 'Ada' })
  expect(electron.Menu.popups).toEqual([[{ role: 'copy' }]])
})
