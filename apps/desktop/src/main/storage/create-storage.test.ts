import { cp, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { createFakeSafeStorage, type FakeSafeStorage } from '../../testing/fake-safe-storage.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createTestLog } from '../../testing/test-log.ts'
import { createStorage } from './create-storage.ts'

const session = { area: 'session', key: 'sb-auth-token' } as const
const offline = { area: 'offline', key: 'leads:ada' } as const

interface Start {
  readonly safeStorage?: FakeSafeStorage
  readonly platform?: string
  readonly maxPerArea?: number
}

function start(
  userData: string,
  { safeStorage = createFakeSafeStorage(), platform = 'linux', ...rest }: Start = {},
) {
  return createStorage({ userData, safeStorage, platform, log: createTestLog(), ...rest })
}

/** Every file below a folder, with its content as it stands on the disk. */
async function onDisk(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'latin1')] as const)),
  )
}

test('stored texts survive a restart, separately for each area', async () => {
  const userData = await temporaryFolder()
  const before = start(userData)
  await before.handlers['storage:set']({ ...session, value: 'a token' })
  await before.handlers['storage:set']({ ...offline, value: '{"leads":[]}' })

  const { handlers } = start(userData)
  expect(await handlers['storage:is-lasting'](undefined)).toBe(true)
  expect(await handlers['storage:get'](session)).toBe('a token')
  expect(await handlers['storage:get'](offline)).toBe('{"leads":[]}')
  expect(await handlers['storage:get']({ area: 'offline', key: session.key })).toBeNull()
  expect(await handlers['storage:keys']({ area: 'offline' })).toEqual(['leads:ada'])
})

test('neither keys nor values are readable on the disk', async () => {
  const userData = await temporaryFolder()
  const { handlers } = start(userData)
  await handlers['storage:set']({ area: 'offline', key: 'leads:ada', value: 'Mary Jones' })
  const files = Object.entries(await onDisk(userData))
  expect(files).toHaveLength(1)
  for (const [file, content] of files) {
    expect(file + content).not.toMatch(/leads|ada|Mary|Jones/)
  }
})

test('only the owner may read the files and their folder', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no file modes')
  const userData = await temporaryFolder()
  await mkdir(join(userData, 'encrypted', 'session'), { recursive: true, mode: 0o755 })
  await start(userData).handlers['storage:set']({ ...session, value: 'a token' })
  const folder = join(userData, 'encrypted', 'session')
  const [name = ''] = await readdir(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})

test('every string is a valid key', async () => {
  const { handlers } = start(await temporaryFolder())
  const keys = ['../../escape', 'C:\\nul', 'ключ', '__proto__', ' '.repeat(200)]
  for (const key of keys) await handlers['storage:set']({ area: 'offline', key, value: `of ${key}` })
  expect((await handlers['storage:keys']({ area: 'offline' })).toSorted()).toEqual(keys.toSorted())
  for (const key of keys) expect(await handlers['storage:get']({ area: 'offline', key })).toBe(`of ${key}`)
})

test('concurrent writes apply in call order, and a read sees earlier writes', async () => {
  const userData = await temporaryFolder()
  const { handlers } = start(userData)
  const values = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000 - index * 400))
  const writes = values.map(async (value) => handlers['storage:set']({ ...session, value }))
  expect(await handlers['storage:get'](session)).toBe(values.at(-1))
  await Promise.all(writes)
  expect(await start(userData).handlers['storage:get'](session)).toBe(values.at(-1))
})

test('removing deletes the file and can be repeated', async () => {
  const userData = await temporaryFolder()
  const { handlers } = start(userData)
  await handlers['storage:set']({ ...session, value: 'a token' })
  await handlers['storage:remove'](session)
  await handlers['storage:remove'](session)
  expect(await handlers['storage:get'](session)).toBeNull()
  expect(await onDisk(userData)).toEqual({})
})

test('wiping clears both areas and refuses writes until resumed', async () => {
  const userData = await temporaryFolder()
  const storage = start(userData)
  await storage.handlers['storage:set']({ ...session, value: 'a token' })
  await storage.handlers['storage:set']({ ...offline, value: '{}' })
  await storage.wipe()
  await expect(storage.handlers['storage:set']({ ...session, value: 'late' })).rejects.toThrow('connected')
  storage.resume()
  expect(await onDisk(userData)).toEqual({})
  expect(await storage.handlers['storage:keys']({ area: 'session' })).toEqual([])
  await storage.handlers['storage:set']({ ...session, value: 'another' })
  expect(await storage.handlers['storage:get'](session)).toBe('another')
})

test('clearing an area removes undecryptable texts and leaves the other area', async () => {
  const userData = await temporaryFolder()
  const safeStorage = createFakeSafeStorage()
  const { handlers } = start(userData, { safeStorage })
  await handlers['storage:set']({ ...session, value: 'a token' })
  await handlers['storage:set']({ ...offline, value: '{}' })
  safeStorage.state = 'refused'
  expect(await handlers['storage:keys']({ area: 'offline' })).toEqual([])
  await handlers['storage:clear']({ area: 'offline' })
  expect(Object.keys(await onDisk(userData))).toHaveLength(1)
  safeStorage.state = 'open'
  expect(await handlers['storage:get'](offline)).toBeNull()
  expect(await handlers['storage:get'](session)).toBe('a token')
})

test.each<[string, (file: string) => Promise<unknown>]>([
  ['is empty', async (file) => writeFile(file, '')],
  ['was cut off', async (file) => writeFile(file, (await readFile(file)).subarray(0, -1))],
  ['is no encrypted text', async (file) => writeFile(file, '{"version":1,"key":"k","value":"v"}')],
  ['holds something of another form', async (file) => writeFile(file, await encrypted({ version: 2 }))],
  ['holds no JSON', async (file) => writeFile(file, await encrypted('{'))],
  ['was encrypted on another machine', async (file) => writeFile(file, await encrypted(right, 'Mallory'))],
  ['belongs to another key', async (file) => writeFile(file, await encrypted({ ...right, key: 'other' }))],
])('a file that %s counts as absent and is removed', async (_name, damage) => {
  const userData = await temporaryFolder()
  await start(userData).handlers['storage:set']({ ...session, value: 'a token' })
  const folder = join(userData, 'encrypted', 'session')
  const [name = ''] = await readdir(folder)
  await damage(join(folder, name))

  const { handlers } = start(userData)
  expect(await handlers['storage:get'](session)).toBeNull()
  expect(await readdir(folder)).toEqual([])
  await handlers['storage:set']({ ...session, value: 'again' })
  expect(await handlers['storage:get'](session)).toBe('again')
})

const right = { version: 1, key: session.key, value: 'forged' }

async function encrypted(text: unknown, owner = 'Ada'): Promise<Buffer> {
  const content = typeof text === 'string' ? text : JSON.stringify(text)
  return createFakeSafeStorage({ owner }).encryptStringAsync(content)
}

test('listing keys removes folders, copies and foreign files', async () => {
  const userData = await temporaryFolder()
  await start(userData).handlers['storage:set']({ ...session, value: 'a token' })
  const folder = join(userData, 'encrypted', 'session')
  const [name = ''] = await readdir(folder)
  await cp(join(folder, name), join(folder, 'f'.repeat(64)))
  await mkdir(join(folder, 'e'.repeat(64), 'inner'), { recursive: true })
  await writeFile(join(folder, '.giftwell-1.part'), 'half')

  expect(await start(userData).handlers['storage:keys']({ area: 'session' })).toEqual([session.key])
  expect(await readdir(folder)).toEqual([name])
})

test('stored texts stay while the keychain does not answer', async () => {
  const userData = await temporaryFolder()
  const safeStorage = createFakeSafeStorage()
  const { handlers } = start(userData, { safeStorage })
  await handlers['storage:set']({ ...session, value: 'a token' })
  safeStorage.state = 'refused'
  expect(await handlers['storage:get'](session)).toBeNull()
  await expect(handlers['storage:set']({ ...session, value: 'lost' })).rejects.toThrow(
    'Error while encrypting',
  )
  safeStorage.state = 'open'
  expect(await handlers['storage:get'](session)).toBe('a token')
})

test('a stored text stays when its file cannot be opened at present', async ({ skip }) => {
  skip(process.platform === 'win32', 'links need an administrator there')
  const userData = await temporaryFolder()
  const { handlers } = start(userData)
  await handlers['storage:set']({ ...session, value: 'a token' })
  const [file = ''] = Object.keys(await onDisk(userData))
  const aside = join(userData, 'aside')
  await rename(file, aside)
  await symlink(file, file)
  expect(await handlers['storage:get'](session)).toBeNull()
  await rename(aside, file)
  expect(await handlers['storage:get'](session)).toBe('a token')
})

test('a text under a former system key is re-encrypted when read', async () => {
  const userData = await temporaryFolder()
  const safeStorage = createFakeSafeStorage()
  const { handlers } = start(userData, { safeStorage })
  await handlers['storage:set']({ ...session, value: 'a token' })
  safeStorage.rotate()
  expect(await handlers['storage:get'](session)).toBe('a token')
  const [file = ''] = Object.keys(await onDisk(userData))
  expect(await safeStorage.decryptStringAsync(await readFile(file))).toMatchObject({ shouldReEncrypt: false })
})

test('a write over the limit of an area fails and changes nothing', async () => {
  const userData = await temporaryFolder()
  const { handlers } = start(userData, { maxPerArea: 10_000 })
  await handlers['storage:set']({ area: 'offline', key: 'a', value: 'a'.repeat(6000) })
  const tooMuch = handlers['storage:set']({ area: 'offline', key: 'b', value: 'b'.repeat(6000) })
  await expect(tooMuch).rejects.toThrow('There is no space left to store this on this computer.')
  await handlers['storage:set']({ area: 'offline', key: 'a', value: 'A'.repeat(9000) })
  await handlers['storage:set']({ area: 'session', key: 'b', value: 'b'.repeat(6000) })
  expect(await handlers['storage:get']({ area: 'offline', key: 'a' })).toBe('A'.repeat(9000))
})

test.each<[string, Start]>([
  ['a Linux whose keyring is missing or locked', { safeStorage: createFakeSafeStorage({ state: 'public' }) }],
  [
    'a keychain that was not opened',
    { safeStorage: createFakeSafeStorage({ state: 'refused' }), platform: 'darwin' },
  ],
])('with %s texts live in memory and files of earlier runs stay', async (_name, options) => {
  const userData = await temporaryFolder()
  await start(userData).handlers['storage:set']({ ...session, value: 'of an earlier run' })
  await start(userData).handlers['storage:set']({ ...offline, value: '{}' })
  const before = await onDisk(userData)

  const { handlers } = start(userData, { ...options, maxPerArea: 100 })
  expect(await handlers['storage:is-lasting'](undefined)).toBe(false)
  expect(await handlers['storage:get'](session)).toBeNull()
  await handlers['storage:set']({ area: 'session', key: 'another', value: 'x'.repeat(100) })
  expect(await handlers['storage:get']({ area: 'session', key: 'another' })).toBe('x'.repeat(100))
  expect(await handlers['storage:keys']({ area: 'session' })).toEqual(['another'])
  await expect(handlers['storage:set']({ area: 'session', key: 'b', value: 'x' })).rejects.toThrow(
    'no space left',
  )
  expect(await onDisk(userData)).toEqual(before)
  expect(await start(userData).handlers['storage:get'](session)).toBe('of an earlier run')
})

test.each<[string, (storage: ReturnType<typeof start>) => Promise<unknown>]>([
  ['removed', async ({ handlers }) => handlers['storage:remove'](session)],
  ['replaced', async ({ handlers }) => handlers['storage:set']({ ...session, value: 'of this run' })],
  ['cleared', async ({ handlers }) => handlers['storage:clear']({ area: 'session' })],
  ['wiped', async ({ wipe }) => wipe()],
])('a text that was %s while the keychain was closed does not reappear', async (_name, change) => {
  const userData = await temporaryFolder()
  await start(userData).handlers['storage:set']({ ...session, value: 'of an earlier run' })
  await change(start(userData, { safeStorage: createFakeSafeStorage({ state: 'refused' }) }))
  expect(await start(userData).handlers['storage:get'](session)).toBeNull()
})

test.each(['darwin', 'win32'])('texts that begin with "v10" count as encrypted on %s', async (platform) => {
  const { handlers } = start(await temporaryFolder(), {
    safeStorage: createFakeSafeStorage({ prefix: 'v10' }),
    platform,
  })
  expect(await handlers['storage:is-lasting'](undefined)).toBe(true)
})

test('the keychain is first used on demand', async () => {
  const safeStorage = createFakeSafeStorage()
  const asked = vi.spyOn(safeStorage, 'encryptStringAsync')
  const { handlers } = start(await temporaryFolder(), { safeStorage })
  expect(asked).not.toHaveBeenCalled()
  await handlers['storage:get'](session)
  expect(asked).toHaveBeenCalledOnce()
})

test('the log does not contain keys or values', async () => {
  const userData = await temporaryFolder()
  await start(userData).handlers['storage:set']({ ...session, value: 'a token' })
  const folder = join(userData, 'encrypted', 'session')
  const [name = ''] = await readdir(folder)
  await writeFile(join(folder, name), 'damaged')
  const log = createTestLog()
  const storage = createStorage({ userData, safeStorage: createFakeSafeStorage(), platform: 'linux', log })
  await storage.handlers['storage:get'](session)
  expect(log.lines).toEqual(['An unreadable stored text was removed'])
})
