import { expect, test } from 'vitest'

import { calls, type Handlers } from '../ipc/contract.ts'
import { createFakeElectron, electronParts } from '../testing/fake-electron.ts'
import type { Sender } from '../testing/fake-ipc-main.ts'
import { createTestLog } from '../testing/test-log.ts'
import { DisplayableError, registerCalls } from './register-calls.ts'

const image = { name: 'mug.png', type: 'image/png', bytes: Uint8Array.of(1, 2, 3) } as const

function start(changed: Partial<Handlers> = {}, { hasWindow = true } = {}) {
  const fake = createFakeElectron()
  const electron = electronParts(fake)
  const page = new electron.BrowserWindow({}).webContents
  const handled: unknown[] = []
  const handlers: Handlers = {
    'connection:read': async () => ({ connection: null, isBuiltIn: false }),
    'connection:check': async () => ({ found: false, reason: 'No.' }),
    'connection:save': async () => undefined,
    'storage:is-lasting': async () => true,
    'storage:get': async (input) => {
      handled.push(input)
      return `the value of ${input.key}`
    },
    'storage:set': async () => undefined,
    'storage:remove': async () => undefined,
    'storage:keys': async () => [],
    'storage:clear': async () => undefined,
    'question:ask': async () => true,
    'image:pick': async () => ({ image }),
    'files:save': async () => 'saved',
    'leads:announce': async () => undefined,
    'leads:seen': async () => undefined,
    'leads:unanswered': async () => undefined,
    'page:listens': async () => undefined,
    'login:read': async () => false,
    'login:set': async (isOn) => isOn,
    'updates:read': async () => ({ step: 'none' }),
    'proxy:read': async () => null,
    'proxy:answer': async () => undefined,
    'find:text': async () => undefined,
    'updates:install': async () => undefined,
    ...changed,
  }
  const log = createTestLog()
  registerCalls({ ipcMain: electron.ipcMain, ourPage: () => (hasWindow ? page : null), handlers, log })
  const us: Sender = { page, url: 'giftwell-app://app/admin/leads' }
  return { log, handled, us, page, ipc: fake.ipcMain, other: new electron.BrowserWindow({}).webContents }
}

const get = ['storage:get', { area: 'session', key: 'token' }] as const

test('a call from our page gets its result, with bytes as bytes', async () => {
  const { ipc, us } = start()
  expect(await ipc.invoke(us, ...get)).toBe('the value of token')
  expect(await ipc.invoke(us, 'image:pick', undefined)).toEqual({ image })
})

test('only calls of the contract are handled', async () => {
  const { ipc, us } = start()
  expect(ipc.channels).toEqual(Object.keys(calls))
  for (const channel of ['fs:read', 'storage:get-all', 'toString', '__proto__', 'constructor', '']) {
    await expect(ipc.invoke(us, channel, {}), channel).rejects.toThrow('No handler registered')
  }
})

test.each<[string, Partial<Sender>]>([
  ['a website', { url: 'https://evil.example/' }],
  ['a website that names us', { url: 'https://evil.example/?giftwell-app://app/' }],
  ['our scheme with another host', { url: 'giftwell-app://evil/' }],
  ['our host with another scheme', { url: 'https://app/' }],
  ['a file', { url: 'file:///giftwell-app/app/index.html' }],
  ['a blank page', { url: 'about:blank' }],
  ['a text as a page', { url: 'data:text/html,x' }],
  ['a page without an address', { url: '' }],
  ['a frame within our page', { isInner: true }],
  ['a frame that is gone', { isGone: true }],
  ['something that is no page', { page: {} }],
])('a call from %s is refused before its input is read', async (_name, sender) => {
  const { ipc, us, handled, log } = start()
  await expect(ipc.invoke({ ...us, ...sender }, ...get)).rejects.toThrow(
    "Error invoking remote method 'storage:get': Error: This page may not ask the app for anything.",
  )
  expect(handled).toEqual([])
  expect(log.lines).toEqual(['storage:get was refused: it did not come from our page'])
})

test('a call from another window is refused even if it shows our page', async () => {
  const { ipc, us, other, handled } = start()
  await expect(ipc.invoke({ ...us, page: other }, ...get)).rejects.toThrow('may not ask')
  expect(handled).toEqual([])
})

test('every call is refused without a window', async () => {
  const { ipc, us } = start({}, { hasWindow: false })
  await expect(ipc.invoke(us, ...get)).rejects.toThrow('may not ask')
})

test.each<[string, string, unknown]>([
  ['nothing where something is needed', 'storage:get', undefined],
  ['something where nothing is expected', 'storage:is-lasting', { area: 'session' }],
  ['a text instead of an object', 'storage:get', 'token'],
  ['a list', 'storage:get', [{ area: 'session', key: 'token' }]],
  ['an unknown area', 'storage:get', { area: '../session', key: 'token' }],
  ['an empty key', 'storage:get', { area: 'session', key: '' }],
  ['a key without end', 'storage:get', { area: 'session', key: 'k'.repeat(201) }],
  ['one field too many', 'storage:get', { area: 'session', key: 'token', path: '/etc/passwd' }],
  ['a number as a key', 'storage:get', { area: 'session', key: 1 }],
  ['a text instead of bytes', 'files:save', { name: 'leads.csv', bytes: 'a,b' }],
  ['a file without a name', 'files:save', { name: '', bytes: Uint8Array.of(1) }],
  [
    'a connection to a file',
    'connection:save',
    { supabaseUrl: 'file:///x', supabaseKey: 'k', siteOrigin: 'https://x.test' },
  ],
  [
    'a connection to a script',
    'connection:save',
    { supabaseUrl: 'javascript:alert(1)', supabaseKey: 'k', siteOrigin: 'https://x.test' },
  ],
  ['a path to read', 'image:pick', { path: '/etc/passwd' }],
  ['a lead without an identity', 'leads:announce', { leads: [{ id: 'x', name: 'Ada', company: '' }] }],
])('%s is refused: %s', async (_name, call, input) => {
  const { ipc, us, handled } = start()
  await expect(ipc.invoke(us, call, input)).rejects.toThrow(
    'The app was asked for something that it does not know.',
  )
  expect(handled).toEqual([])
})

test('an invalid input is logged by field names without values', async () => {
  const { ipc, us, log } = start()
  await expect(ipc.invoke(us, 'storage:get', { area: 'ada@example.com', key: '' })).rejects.toThrow(
    'does not know',
  )
  expect(log.lines).toEqual(['storage:get was refused: area, key'])
})

test('a DisplayableError reaches the page', async () => {
  const { ipc, us } = start({
    'files:save': async () => {
      throw new DisplayableError('The disk is full.')
    },
  })
  await expect(ipc.invoke(us, 'files:save', { name: 'leads.csv', bytes: Uint8Array.of(1) })).rejects.toThrow(
    "Error invoking remote method 'files:save': Error: The disk is full.",
  )
})

test('an unexpected error reaches only the log', async () => {
  const { ipc, us, log } = start({
    'storage:get': async () => {
      throw new Error("ENOENT: open '/home/ada/secret'")
    },
  })
  await expect(ipc.invoke(us, ...get)).rejects.toThrow(
    "Error invoking remote method 'storage:get': Error: Something went wrong in the app. Please try again.",
  )
  expect(log.lines).toEqual(["storage:get failed: ENOENT: open '/home/ada/secret'"])
})

test('an invalid result is not returned', async () => {
  const { ipc, us } = start({
    // A mistake that the compiler did not see.
    'storage:keys': async () => [1] as unknown as string[],
  })
  await expect(ipc.invoke(us, 'storage:keys', { area: 'session' })).rejects.toThrow('Something went wrong')
})
