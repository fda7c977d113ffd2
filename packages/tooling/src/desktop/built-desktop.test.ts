import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { beforeAll, describe, expect, test } from 'vitest'

import { buildDesktop, desktopOutput } from './build-desktop.ts'
import { loadedAtStart, readBundleList } from './bundle-list.ts'
import { configuredConnection } from './connection.ts'

/** What main may weigh before its first line runs; as much takes about 30 ms to load. */
const mostBytesAtStart = 285_000

let main: Awaited<ReturnType<typeof readBundleList>>

beforeAll(async () => {
  const connection = configuredConnection(process.env, null)
  await buildDesktop({ when: 'stale', connection, say: (line) => console.warn(line) })
  main = await readBundleList()
})

describe('main, when it starts,', () => {
  test('loads no more than its budget', () => {
    const loaded = loadedAtStart(main, 'main.js')
    const list = loaded.map(({ name, bytes }) => `${name}: ${bytes}`).join(', ')
    expect(
      loaded.reduce((sum, { bytes }) => sum + bytes, 0),
      list,
    ).toBeLessThanOrEqual(mostBytesAtStart)
  })

  test('loads nothing of the updater, which is there for later', () => {
    const updater = (files: typeof main) =>
      files
        .flatMap(({ modules }) => modules)
        .filter((path) => /(electron-updater|js-yaml|semver)\//.test(path))
    expect(updater(loadedAtStart(main, 'main.js'))).toEqual([])
    expect(updater(main)).not.toEqual([])
  })
})

test('the updater is loaded without main, which Electron has started under another address', async () => {
  expect(loadedAtStart(main, 'updater.js').map(({ name }) => name)).not.toContain('main.js')
  const updater: { readonly default: unknown } = await import(
    pathToFileURL(join(desktopOutput, 'main', 'updater.js')).href
  )
  expect(updater.default).toHaveProperty('NsisUpdater')
  expect(updater.default).toHaveProperty('MacUpdater')
})
