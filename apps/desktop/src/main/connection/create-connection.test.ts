import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Connection } from '../../ipc/contract.ts'
import { createFakeNet } from '../../testing/fake-net.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestLog } from '../../testing/test-log.ts'
import { createConnection } from './create-connection.ts'

const shop: Connection = {
  supabaseUrl: 'https://data.example',
  supabaseKey: 'sb_publishable_demo',
  siteOrigin: 'https://gifts.example',
}
const other: Connection = { ...shop, supabaseUrl: 'https://other.example' }

/** The connection of one run, and what it did, in order. */
function start(userData: string, builtIn: Connection | null = null) {
  const done: string[] = []
  const log = createTestLog()
  const known = createConnection({
    net: createFakeNet(),
    builtIn,
    userData,
    wipe: async () => void done.push('wiped'),
    onNotChanged: () => void done.push('as before'),
    onChanged: ({ supabaseUrl }) => void done.push(`now ${supabaseUrl}`),
    log,
  })
  return { ...known, done, log }
}

test('there is none at first', async () => {
  const { handlers, current } = start(await temporaryFolder())
  expect(await current()).toBeNull()
  expect(await handlers['connection:read'](undefined)).toEqual({ connection: null, isBuiltIn: false })
})

test('one that was built in is in force and cannot be changed', async () => {
  const userData = await temporaryFolder()
  await start(userData).handlers['connection:keep'](other)
  const { handlers, current, done } = start(userData, shop)
  expect(await current()).toEqual(shop)
  expect(await handlers['connection:read'](undefined)).toEqual({ connection: shop, isBuiltIn: true })
  await expect(handlers['connection:keep'](other)).rejects.toThrow('belongs to one website')
  expect(done).toEqual([])
})

test('an app that was built for another backend wipes what was kept for the former one, once', async () => {
  const userData = await temporaryFolder()
  const starting = async (builtIn: Connection | null) => {
    const { wipeForeign, done } = start(userData, builtIn)
    await wipeForeign()
    return done
  }
  expect(await starting(null)).toEqual([])
  expect(await starting(shop)).toEqual([])
  expect(await starting(shop)).toEqual([])
  expect(await starting(other)).toEqual(['wiped'])
  expect(await starting(other)).toEqual([])
})

test('an app with a backend of its own wipes what was kept for the one that was chosen before', async () => {
  const userData = await temporaryFolder()
  await start(userData).handlers['connection:keep'](other)
  const { wipeForeign, done } = start(userData, shop)
  await wipeForeign()
  expect(done).toEqual(['wiped'])
})

test('one that is kept is in force at once and after a restart', async () => {
  const userData = await temporaryFolder()
  const { handlers, current, done } = start(userData)
  await handlers['connection:keep'](shop)
  expect(await current()).toEqual(shop)
  expect(done).toEqual(['wiped', 'now https://data.example'])
  expect(await start(userData).handlers['connection:read'](undefined)).toEqual({
    connection: shop,
    isBuiltIn: false,
  })
  expect(await readdir(userData)).toEqual(['connection.json'])
})

test('what was kept for another backend is wiped before the new one is in force', async () => {
  const { handlers, done } = start(await temporaryFolder())
  await handlers['connection:keep'](shop)
  await handlers['connection:keep']({ ...shop, siteOrigin: 'https://www.gifts.example' })
  await handlers['connection:keep'](other)
  expect(done).toEqual([
    'wiped',
    'now https://data.example',
    'now https://data.example',
    'wiped',
    'now https://other.example',
  ])
})

const unusable: readonly (readonly [string, Connection])[] = [
  ['a secret key', { ...shop, supabaseKey: 'sb_secret_demo' }],
  ['a backend that can be listened to', { ...shop, supabaseUrl: 'http://data.example' }],
  ['a website that can be listened to', { ...shop, siteOrigin: 'http://gifts.example' }],
  ['a backend on this computer', { ...shop, supabaseUrl: 'http://localhost:54321' }],
]

test.each(unusable)('%s is not kept, whoever asks', async (_name, connection) => {
  const userData = await temporaryFolder()
  const { handlers, done } = start(userData)
  await expect(handlers['connection:keep'](connection)).rejects.toThrow('is not safe and was not kept')
  expect(done).toEqual([])
  expect(await readdir(userData)).toEqual([])
})

test.each<readonly [string, string]>([
  ['is no JSON', '{'],
  ['has another form', JSON.stringify({ ...shop, version: 2 })],
  ['is empty', ''],
  ...unusable.map(([name, connection]) => [`holds ${name}`, JSON.stringify(connection)] as const),
])('a file that %s counts as none, and the log tells nothing of it', async (_name, content) => {
  const userData = await temporaryFolder()
  await writeFile(join(userData, 'connection.json'), content)
  const { current, handlers, log } = start(userData)
  expect(await current()).toBeNull()
  expect(log.lines).toEqual(['The connection that was kept cannot be used'])
  await handlers['connection:keep'](shop)
  expect(JSON.parse(await readFile(join(userData, 'connection.json'), 'utf8'))).toEqual(shop)
})

test('one that cannot be kept is not in force', async () => {
  const userData = await temporaryFolder()
  await mkdir(join(userData, 'connection.json', 'in the way'), { recursive: true })
  const { handlers, current, done } = start(userData)
  const keeping = handlers['connection:keep'](shop)
  await expect(keeping).rejects.toThrow('The connection could not be kept on this computer.')
  expect(done).toEqual(['wiped', 'as before'])
  expect(await current()).toBeNull()
})

test('what a person types is checked, and nothing is kept by that', async () => {
  const userData = await temporaryFolder()
  const { handlers } = start(userData)
  expect(await handlers['connection:check']({ address: 'http://gifts.example' })).toMatchObject({
    found: false,
  })
  expect(await readdir(userData)).toEqual([])
})
