import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { beforeAll, expect, test } from 'vitest'

import { buildDesktop, desktopOutput } from './build-desktop.ts'
import { configuredConnection } from './connection.ts'

/** What main may weigh before its first line runs; as much takes about 30 ms to load. */
const mostBytesAtStart = 285_000

const folder = join(desktopOutput, 'main')

/** The text of the files that are loaded before the first line of an entry runs: its static imports, direct and indirect. */
async function loadedAtStart(entry: string): Promise<ReadonlyMap<string, string>> {
  const names = new Set([entry])
  const loaded = new Map<string, string>()
  // A set may grow while it is iterated.
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    loaded.set(name, text)
    for (const [, imported = ''] of text.matchAll(/(?:from|import) "\.\/([^"]+)"/g)) names.add(imported)
  }
  return loaded
}

beforeAll(async () => {
  const connection = configuredConnection(process.env, null)
  await buildDesktop({ when: 'stale', connection, log: (line) => console.warn(line) })
})

test('main loads no more than its budget when it starts', async () => {
  const loaded = [...(await loadedAtStart('main.js'))]
  const list = loaded.map(([name, text]) => `${name}: ${Buffer.byteLength(text)}`).join(', ')
  expect(Buffer.byteLength(loaded.map(([, text]) => text).join('')), list).toBeLessThanOrEqual(
    mostBytesAtStart,
  )
})

test('main loads nothing of the updater when it starts', async () => {
  const loaded = await loadedAtStart('main.js')
  expect([...loaded].filter(([, text]) => text.includes('NsisUpdater'))).toEqual([])
  expect(loaded.get('main.js')).toContain('import("./updater.js")')
})

test('the updater is loaded without main, which Electron has started under another address', async () => {
  expect([...(await loadedAtStart('updater.js')).keys()]).not.toContain('main.js')
  const updater: { readonly default: unknown } = await import(pathToFileURL(join(folder, 'updater.js')).href)
  expect(updater.default).toHaveProperty('NsisUpdater')
  expect(updater.default).toHaveProperty('MacUpdater')
})
