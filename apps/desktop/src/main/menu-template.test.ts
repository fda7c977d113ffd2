import type { MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'

import { type MenuActions, type MenuSetting, menuTemplate } from './menu-template.ts'

const all: MenuActions = {
  openSettings: vi.fn(),
  openWebsite: vi.fn(),
  checkForUpdates: vi.fn(),
  showLog: vi.fn(),
  goBack: vi.fn(),
  goForward: vi.fn(),
  find: vi.fn(),
  print: vi.fn(),
}

/** A menu as text: what each item is called or does, with its shortcut where it is our own. */
function read(setting: Partial<MenuSetting> = {}, actions: MenuActions = all): Record<string, string[]> {
  const items = menuTemplate({ platform: 'linux', mayDebug: false, ...setting }, actions)
  return Object.fromEntries(
    items.map(({ label, submenu }) => [
      label,
      (Array.isArray(submenu) ? submenu : []).filter(({ visible }) => visible !== false).map(readItem),
    ]),
  )
}

function readItem({ type, role, label, accelerator }: MenuItemConstructorOptions): string {
  if (type === 'separator') return '-'
  const shortcut = accelerator === undefined ? '' : ` [${accelerator}]`
  return `${label ?? role}${shortcut}`
}

const edit = ['undo', 'redo', '-', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'delete']
const find = ['-', 'Find… [CommandOrControl+F]']
const view = ['reload', '-', 'resetZoom', 'zoomIn', 'zoomOut', '-', 'togglefullscreen']

test('on macOS there is an app menu', () => {
  expect(read({ platform: 'darwin' })).toEqual({
    Giftwell: [
      'about',
      'Check for Updates…',
      '-',
      'Settings… [CommandOrControl+,]',
      '-',
      'services',
      '-',
      'hide',
      'hideOthers',
      'unhide',
      '-',
      'quit',
    ],
    File: ['Print… [CommandOrControl+P]', '-', 'close'],
    Edit: [...edit, 'selectAll', ...find],
    View: view,
    History: ['Back [Command+[]', 'Forward [Command+]]'],
    Window: ['minimize', 'zoom', '-', 'front'],
    Help: ['Giftwell Website', 'Show Log'],
  })
})

test.each([
  ['win32', 'E&xit [Alt+F4]'],
  ['linux', '&Quit [Ctrl+Q]'],
] as const)('on %s the app ends from File, and About stands under Help', (platform, quit) => {
  expect(read({ platform })).toEqual({
    '&File': ['Settings… [CommandOrControl+,]', '-', 'Print… [CommandOrControl+P]', '-', quit],
    '&Edit': [...edit, '-', 'selectAll', ...find],
    '&View': view,
    'Hi&story': ['Back [Alt+Left]', 'Forward [Alt+Right]'],
    '&Window': ['minimize', 'close'],
    '&Help': ['Giftwell Website', 'Show Log', 'Check for Updates…', '-', '&About Giftwell'],
  })
})

test.each(['darwin', 'win32', 'linux'] as const)('on %s unavailable actions have no item', (platform) => {
  const words = JSON.stringify(
    read({ platform }, { ...all, openSettings: null, openWebsite: null, checkForUpdates: null }),
  )
  expect(words).not.toMatch(/Settings|Website|Updates/)
  expect(words).toContain('Show Log')
})

test.each(['darwin', 'win32', 'linux'] as const)(
  'on %s no menu has leading, trailing or double separators',
  (platform) => {
    for (const actions of [all, { ...all, openSettings: null, openWebsite: null, checkForUpdates: null }]) {
      for (const [label, items] of Object.entries(read({ platform }, actions))) {
        expect(items.at(0), label).not.toBe('-')
        expect(items.at(-1), label).not.toBe('-')
        expect(items.join('|'), label).not.toContain('-|-')
      }
    }
  },
)

test('developer tools are offered in development only', () => {
  expect(JSON.stringify(read())).not.toContain('toggleDevTools')
  expect(read({ mayDebug: true })['&View']).toContain('toggleDevTools')
})

test('zooming in works without Shift', () => {
  const items = menuTemplate({ platform: 'linux', mayDebug: false }, all).flatMap(({ submenu }) =>
    Array.isArray(submenu) ? submenu : [],
  )
  expect(items.filter(({ role }) => role === 'zoomIn')).toEqual([
    { role: 'zoomIn' },
    { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
  ])
})
