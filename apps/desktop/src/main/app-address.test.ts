import { expect, test } from 'vitest'

import { appAddress, isAppAddress } from './app-address.ts'

test('an address of the app is its scheme and its host', () => {
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
])('%s is no address of the app', (address) => {
  expect(isAppAddress(address)).toBe(false)
})
