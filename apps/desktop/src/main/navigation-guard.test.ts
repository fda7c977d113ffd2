import { expect, test } from 'vitest'

import { createFakeElectron, electronParts } from '../testing/fake-electron.ts'
import { FakeWebContents } from '../testing/fake-web-contents.ts'
import { createTestLog } from '../testing/test-log.ts'
import { createMessageBox } from './message-box.ts'
import { guardNavigation } from './navigation-guard.ts'

const own = 'giftwell-app://app/admin'
const outside = 'https://gifts.example/'
const hostile = 'file:///etc/passwd'

function start() {
  const fake = createFakeElectron()
  const page = new FakeWebContents(1)
  const log = createTestLog()
  // The fake instead of a page: the guard listens to it and sets its handler.
  const { shell, dialog, BrowserWindow } = electronParts(fake)
  const showMessage = createMessageBox(dialog, new BrowserWindow({}))
  guardNavigation({ page: page as never, shell, log, showMessage })
  return { fake, page, log }
}

test.each([
  [own, false, []],
  [outside, true, [outside]],
  ['mailto:ada@example.com?subject=Hello', true, ['mailto:ada@example.com?subject=Hello']],
  ['http://gifts.example/', true, []],
  [hostile, true, []],
  ['javascript:alert(1)', true, []],
])('navigating to %s: prevented %s, opened outside %j', (url, isPrevented, opened) => {
  const { page, fake } = start()
  expect(page.emitPreventable('will-navigate', { url, isMainFrame: true })).toBe(isPrevented)
  expect(fake.opened).toEqual(opened)
})

test.each([
  [own, true, false],
  [own, false, true],
  [outside, true, true],
  [hostile, true, true],
])(
  'a redirect to %s (main frame: %s) is prevented: %s, and opens nothing',
  (url, isMainFrame, isPrevented) => {
    const { page, fake } = start()
    expect(page.emitPreventable('will-redirect', { url, isMainFrame })).toBe(isPrevented)
    expect(fake.opened).toEqual([])
  },
)

test('subframe navigations are prevented, even to our own pages', () => {
  const { page } = start()
  for (const url of [own, outside, hostile]) {
    expect(page.emitPreventable('will-frame-navigate', { url, isMainFrame: false }), url).toBe(true)
  }
  expect(page.emitPreventable('will-frame-navigate', { url: own, isMainFrame: true })).toBe(false)
})

test('webviews are prevented', () => {
  expect(start().page.emitPreventable('will-attach-webview', {}, {}, { src: own })).toBe(true)
})

test.each([
  [own, []],
  [outside, [outside]],
  [hostile, []],
  ['giftwell-app://evil/', []],
  ['about:blank', []],
])('window.open of %s is denied; opened outside: %j', (url, opened) => {
  const { page, fake } = start()
  expect(page.openWindow(url)).toEqual({ action: 'deny' })
  expect(fake.opened).toEqual(opened)
})

test('a rejection is logged without the URL', () => {
  const { page, log } = start()
  page.openWindow('https://ada:secret@evil.example/')
  page.emitPreventable('will-navigate', { url: 'smb://server/ada', isMainFrame: true })
  expect(log.lines).toEqual(['A link was refused', 'A link was refused'])
})

test('a refused link shows a message, once until it has been read', async () => {
  const { page, fake } = start()
  page.openWindow(outside)
  expect(fake.dialog.asked).toEqual([])
  page.openWindow('http://gifts.example/')
  page.openWindow('http://gifts.example/')
  expect(fake.dialog.asked.map(({ options }) => options.message)).toEqual(['This link was not opened'])
  await fake.dialog.press('OK')
  page.openWindow('http://gifts.example/')
  expect(fake.dialog.asked).toHaveLength(1)
})

test('a link that the system cannot open is logged', async () => {
  const { page, fake, log } = start()
  fake.shell.openExternal = async () => {
    throw new Error('no browser')
  }
  page.openWindow(outside)
  await expect.poll(() => log.lines).toEqual(['A link could not be opened: no browser'])
})
