import { expect, test, vi } from 'vitest'

import { startTestApp } from '../testing/start-test-app.ts'
import { contextMenuTemplate, type Pressed } from './context-menu.ts'

const nowhere: Pressed = {
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

function read(pressed: Partial<Pressed>): string[] {
  return contextMenuTemplate({ ...nowhere, ...pressed }, () => undefined).map(
    ({ label, role, type, enabled }) => `${label ?? role ?? type}${enabled === false ? ' (off)' : ''}`,
  )
}

test('a text field offers editing, as far as it is possible', () => {
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

test('marked text can be copied, and nothing else', () => {
  expect(read({ selectionText: 'Ada' })).toEqual(['copy'])
})

test('elsewhere there is no menu', () => {
  expect(read({})).toEqual([])
  expect(read({ selectionText: ' \n' })).toEqual([])
})

test('a misspelled word is replaced by the one that is chosen', () => {
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

test('the menu is shown where the right button is pressed, and no empty one', async () => {
  const { electron, window } = await startTestApp()
  window.webContents.emit('context-menu', {}, nowhere)
  expect(electron.Menu.popups).toEqual([])
  window.webContents.emit('context-menu', {}, { ...nowhere, selectionText: 'Ada' })
  expect(electron.Menu.popups).toEqual([[{ role: 'copy' }]])
})
