import { delimiter, join } from 'node:path'

import { expect, test } from 'vitest'

import { environmentFor, missingNode } from './node-runtime.mjs'

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

test('tasks find the installed programs before those of the system, however the path variable is spelled', () => {
  const path = [join('/node', 'bin'), join('/giftwell', 'node_modules', '.bin'), '/usr/bin'].join(delimiter)
  const node = join('/node', 'bin', 'node')
  expect(environmentFor('/giftwell', node, { Path: '/usr/bin' })).toMatchObject({ Path: path })
})

test('tasks cache compiled sources in the installation unless the user names another folder', () => {
  const cacheWith = (env: NodeJS.ProcessEnv) =>
    environmentFor('/giftwell', join('/node', 'bin', 'node'), env)['NODE_COMPILE_CACHE']
  expect(cacheWith({})).toBe(join('/giftwell', 'node_modules', '.cache', 'compiled'))
  expect(cacheWith({ NODE_COMPILE_CACHE: '/elsewhere' })).toBe('/elsewhere')
})
