import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import { appAddress, findAppFile, isAppAddress } from './app-protocol.ts'

test('the URL of a path consists of scheme, host and path', () => {
  expect(appAddress()).toBe('giftwell-app://app/')
  expect(isAppAddress(appAddress('/admin/leads?search=a#b'))).toBe(true)
})

test.each([
  ['giftwell-app://evil/'],
  ['giftwell-app://app.evil/'],
  ['giftwell-app://evil.app/'],
  ['giftwell-app://app:8080/'],
  ['giftwell-app://app@evil/'],
  ['giftwell-app://ada:secret@app/'],
  ['giftwell-app:app'],
  ['giftwell-app:///app/'],
  ['giftwell-app-evil://app/'],
  ['giftwell://app/'],
  ['https://app/'],
  ['https://x.test/?next=giftwell-app://app/'],
  ['https://giftwell-app:app@x.test/'],
  ['file:///giftwell-app://app/'],
  ['blob:giftwell-app://app/0'],
  ['about:blank'],
  ['not an address'],
  [''],
  [null],
  [undefined],
])('%s is not a URL of the app', (address) => {
  expect(isAppAddress(address)).toBe(false)
})

const folder = resolve('/built/renderer')

test.each([
  ['/assets/index-a1.js', 'assets/index-a1.js'],
  ['/assets/index-a1.js?v=1#top', 'assets/index-a1.js'],
  ['/index.html', 'index.html'],
])('%s is a built file', (path, file) => {
  expect(findAppFile(folder, `giftwell-app://app${path}`)).toEqual({
    kind: 'file',
    path: resolve(folder, file),
  })
})

test.each(['', '/', '/admin', '/admin/', '/admin/leads?search=a.b#c.d', '/settings', '/admin/a%20b'])(
  '"%s" is a page',
  (path) => {
    expect(findAppFile(folder, `giftwell-app://app${path}`)).toEqual({ kind: 'page' })
  },
)

test('a path below assets is a file even without an extension', () => {
  expect(findAppFile(folder, 'giftwell-app://app/assets/x').kind).toBe('file')
})

test.each([
  ['dots', '/../main/main.js'],
  ['dots within', '/assets/../../main/main.js'],
  ['dots that stay inside', '/assets/../index.html'],
  ['a single dot', '/./index.html'],
  ['encoded dots', '/%2e%2e/main/main.js'],
  ['half encoded dots', '/.%2E/main/main.js'],
  ['encoded slashes', '/..%2f..%2fmain/main.js'],
  ['all encoded', '/%2e%2e%2fmain.js'],
  ['double-encoded dots', '/%252e%252e/main/main.js'],
  ['double-encoded slashes', '/..%252fmain.js'],
  ['backslashes', '/..\\main\\main.js'],
  ['encoded backslashes', '/..%5c..%5cmain.js'],
  ['an absolute path', '//etc/passwd'],
  ['an absolute path within', '/assets//etc/passwd'],
  ['an encoded absolute path', '/%2fetc/passwd'],
  ['a drive', '/C:/Windows/win.ini'],
  ['an encoded drive', '/C%3A/Windows/win.ini'],
  ['a network path', '/%5c%5cserver%5cshare%5cx.js'],
  ['a stream of NTFS', '/index.html::$DATA'],
  ['a NUL', '/index.html%00.png'],
  ['a line break', '/index.html%0a'],
  ['what is no encoding', '/%E0%A4%A'],
  ['half an encoding', '/index.html%'],
])('%s: refused', (_name, path) => {
  expect(findAppFile(folder, `giftwell-app://app${path}`)).toEqual({ kind: 'refused' })
})

test.each(['giftwell-app://evil/index.html', 'https://app/index.html', 'file:///index.html', 'nonsense'])(
  '%s resolves to nothing',
  (address) => {
    expect(findAppFile(folder, address)).toEqual({ kind: 'refused' })
  },
)
