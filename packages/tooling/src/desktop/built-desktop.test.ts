import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { beforeAll, describe, expect, test } from 'vitest'

import { buildDesktop, desktopOutput } from './build-desktop.ts'
import {
  bytesOf,
  type BundledFile,
  type DesktopPart,
  doubledCode,
  loadedAtStart,
  readBundleList,
} from './bundle-list.ts'
import { configuredConnection } from './connection.ts'

/** What main may weigh before its first line runs; as much takes about 30 ms to load. */
const mostBytesAtStart = 285_000

const built = {} as Record<DesktopPart, readonly BundledFile[]> // filled before the first test

beforeAll(async () => {
  const connection = configuredConnection(process.env, null)
  await buildDesktop({ when: 'stale', connection, say: (line) => console.warn(line) })
  for (const part of ['main', 'preload', 'renderer'] as const) built[part] = await readBundleList(part)
})

describe('main, when it starts,', () => {
  test('loads no more than its budget', () => {
    const loaded = loadedAtStart(built.main, 'main.js')
    const list = loaded.map(({ name, bytes }) => `${name}: ${bytes}`).join(', ')
    expect(bytesOf(loaded), list).toBeLessThanOrEqual(mostBytesAtStart)
  })

  test('loads nothing of the updater, which is there for later', () => {
    const updater = (files: readonly BundledFile[]) =>
      files
        .flatMap(({ modules }) => modules)
        .filter((path) => /(electron-updater|js-yaml|semver)\//.test(path))
    expect(updater(loadedAtStart(built.main, 'main.js'))).toEqual([])
    expect(updater(built.main)).not.toEqual([])
  })
})

test('the updater is loaded without main, which Electron has started under another address', async () => {
  expect(loadedAtStart(built.main, 'updater.js').map(({ name }) => name)).not.toContain('main.js')
  const updater: { readonly default: unknown } = await import(
    pathToFileURL(join(desktopOutput, 'main', 'updater.js')).href
  )
  expect(updater.default).toHaveProperty('NsisUpdater')
  expect(updater.default).toHaveProperty('MacUpdater')
})

test.each(['main', 'preload', 'renderer'] as const)('no library is in %s twice', (part) => {
  expect(built[part].flatMap(({ modules }) => modules)).not.toEqual([])
  expect(doubledCode(built[part])).toEqual([])
})
