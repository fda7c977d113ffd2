import { join } from 'node:path'

import { expect, test } from 'vitest'

import { environmentFor, missingNode } from './node-runtime.mjs'

test('where npm has a Node of its own to offer, Node 20 is enough to begin with', () => {
  expect(missingNode('20.20.2', 'linux-x64')).toBeUndefined()
  expect(missingNode('20.0.0', 'win32-x64')).toBeUndefined()
})

test('elsewhere one is told which Node to install', () => {
  expect(missingNode('20.20.2', 'darwin-arm64')).toMatch(
    /needs Node 24\.15\.0 or newer on darwin-arm64.*nodejs\.org/,
  )
  expect(missingNode('24.2.0', 'linux-arm64')).toMatch(/24\.15\.0/)
  expect(missingNode('24.15.0', 'linux-arm64')).toBeUndefined()
  expect(missingNode('26.1.0', 'darwin-arm64')).toBeUndefined()
})

test('a Node that is too old even to install is refused everywhere', () => {
  expect(missingNode('18.20.0', 'linux-x64')).toMatch(/needs Node 20 or newer/)
})

test('the tasks find the project’s programs before those of the system, under whatever name the path goes', () => {
  const separator = process.platform === 'win32' ? ';' : ':'
  const expected = [join('/node', 'bin'), join('/giftwell', 'node_modules', '.bin'), '/usr/bin'].join(
    separator,
  )
  expect(environmentFor('/giftwell', join('/node', 'bin', 'node'), { Path: '/usr/bin' })).toMatchObject({
    Path: expected,
  })
})

test('the tasks keep what Node has made of the sources, where the installation lies or where somebody wants it', () => {
  const node = join('/node', 'bin', 'node')
  expect(environmentFor('/giftwell', node, {})['NODE_COMPILE_CACHE']).toBe(
    join('/giftwell', 'node_modules', '.cache', 'compiled'),
  )
  expect(environmentFor('/giftwell', node, { NODE_COMPILE_CACHE: '/kept' })['NODE_COMPILE_CACHE']).toBe(
    '/kept',
  )
})
