import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Connection } from '../../ipc/contract.ts'
import { createFakeNet } from '../../testing/fake-net.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestLog } from '../../testing/test-log.ts'
import { builtInConnection, createConnection } from './create-connection.ts'

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
  const connection = createConnection({
    net: createFakeNet(),
    builtIn,
    userData,
    wipe: async () => void done.push('wiped'),
    onNotChanged: () => void done.push('as before'),
    onChanged: ({ supabaseUrl }) => void done.push(`now ${supabaseUrl}`),
    log,
  })
  return { ...connection, done, log }
}

test('there is no connection at first', async () => {
  const { handlers, current } = start(await temporaryFolder())
  expect(await current()).toBeNull()
  expect(await handlers['connection:read'](undefined)).toEqual({ connection: null, isBuiltIn: false })
})

test('a built-in connection cannot be changed', async () => {
  const userData = await temporaryFolder()
  await start(userData).handlers['connection:save'](other)
  const { handlers, current, done } = start(userData, shop)
  expect(await current()).toEqual(shop)
  expect(await handlers['connection:read'](undefined)).toEqual({ connection: shop, isBuiltIn: true })
  await expect(handlers['connection:save'](other)).rejects.toThrow('belongs to one website')
  expect(done).toEqual([])
})

test('a new built-in backend wipes the data of the former one once', async () => {
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

test('a built-in backend wipes the data of a chosen one', async () => {
  const userData = await temporaryFolder()
  await start(userData).handlers['connection:save'](other)
  const { wipeForeign, done } = start(userData, shop)
  await wipeForeign()
  expect(done).toEqual(['wiped'])
})

test('a saved connection applies at once and after a restart', async () => {
  const userData = await temporaryFolder()
  const { handlers, current, done } = start(userData)
  await handlers['connection:save'](shop)
  expect(await current()).toEqual(shop)
  expect(done).toEqual(['wiped', 'now https://data.example'])
  expect(await start(userData).handlers['connection:read'](undefined)).toEqual({
    connection: shop,
    isBuiltIn: false,
  })
  expect(await readdir(userData)).toEqual(['connection.json'])
})

test('data of another backend is wiped before the new connection applies', async () => {
  const { handlers, done } = start(await temporaryFolder())
  await handlers['connection:save'](shop)
  await handlers['connection:save']({ ...shop, siteOrigin: 'https://www.gifts.example' })
  await handlers['connection:save'](other)
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

test.each(unusable)('a connection with %s is not saved', async (_name, connection) => {
  const userData = await temporaryFolder()
  const { handlers, done } = start(userData)
  await expect(handlers['connection:save'](connection)).rejects.toThrow('is not secure and was not saved')
  expect(done).toEqual([])
  expect(await readdir(userData)).toEqual([])
})

test.each<readonly [string, string]>([
  ['is no JSON', '{'],
  ['has another form', JSON.stringify({ ...shop, version: 2 })],
  ['is empty', ''],
  ...unusable.map(([name, connection]) => [`holds ${name}`, JSON.stringify(connection)] as const),
])('a connection file that %s is ignored and its content not logged', async (_name, content) => {
  const userData = await temporaryFolder()
  await writeFile(join(userData, 'connection.json'), content)
  const { current, handlers, log } = start(userData)
  expect(await current()).toBeNull()
  expect(log.lines).toEqual(['The stored connection cannot be used'])
  await handlers['connection:save'](shop)
  expect(JSON.parse(await readFile(join(userData, 'connection.json'), 'utf8'))).toEqual(shop)
})

test('a connection that cannot be written does not apply', async () => {
  const userData = await temporaryFolder()
  await mkdir(join(userData, 'connection.json', 'in the way'), { recursive: true })
  const { handlers, current, done } = start(userData)
  const saving = handlers['connection:save'](shop)
  await expect(saving).rejects.toThrow('The connection could not be saved on this computer.')
  expect(done).toEqual(['wiped', 'as before'])
  expect(await current()).toBeNull()
})

test('checking an address stores nothing', async () => {
  const userData = await temporaryFolder()
  const { handlers } = start(userData)
  expect(await handlers['connection:check']({ address: 'http://gifts.example' })).toMatchObject({
    found: false,
  })
  expect(await readdir(userData)).toEqual([])
})

const given = {
  supabaseUrl: 'https://demo.supabase.co/',
  supabaseKey: 'sb_publishable_demo',
  siteUrl: 'https://gifts.example/start',
}

test('a build with all settings has a connection', () => {
  expect(builtInConnection(given)).toEqual({
    supabaseUrl: 'https://demo.supabase.co',
    supabaseKey: 'sb_publishable_demo',
    siteOrigin: 'https://gifts.example',
  })
})

test('a build without settings has no connection', () => {
  expect(builtInConnection({ supabaseUrl: '', supabaseKey: '', siteUrl: '' })).toBeNull()
})

test.each([
  ['without an address', { supabaseUrl: '' }],
  ['without a key', { supabaseKey: '' }],
  ['without a website', { siteUrl: '' }],
  ['with a website that is none', { siteUrl: 'gifts' }],
  ['with an address that is none', { supabaseUrl: 'demo' }],
  ['with a website that is a file', { siteUrl: 'file:///x' }],
])('a build %s throws', (_name, changed) => {
  expect(() => builtInConnection({ ...given, ...changed })).toThrow('an incomplete connection')
})
