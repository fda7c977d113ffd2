import { expect, test } from 'vitest'

import { missingNode } from './node-runtime.mjs'

test('Node 20 is enough where npm can install a newer one', () => {
  expect(missingNode('20.20.2', 'linux-x64')).toBeUndefined()
  expect(missingNode('20.0.0', 'win32-x64')).toBeUndefined()
  expect(missingNode('18.20.0', 'linux-x64')).toMatch(/needs Node 20\.0\.0 or newer/)
})

test('elsewhere the message names the Node to install', () => {
  expect(missingNode('20.20.2', 'darwin-arm64')).toMatch(
    /needs Node 24\.15\.0 or newer on darwin-arm64.*nodejs\.org/,
  )
  expect(missingNode('24.2.0', 'linux-arm64')).toMatch(/24\.15\.0/)
  expect(missingNode('24.15.0', 'linux-arm64')).toBeUndefined()
  expect(missingNode('26.1.0', 'darwin-arm64')).toBeUndefined()
})
