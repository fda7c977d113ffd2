import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createLog, createRedact } from './log.ts'

async function start(limits: { maxBytes?: number; maxFiles?: number } = {}) {
  const folder = join(await temporaryFolder(), 'logs')
  const log = createLog({
    folder,
    redact: createRedact('/Users/ada'),
    now: () => new Date('2026-01-02T03:04:05Z'),
    ...limits,
  })
  const read = async (name = 'giftwell.log') => readFile(join(folder, name), 'utf8')
  return { folder, log, read }
}

test('a line contains time, level and message', async () => {
  const { log, read } = await start()
  log.info('started')
  log.warn('slow')
  log.error('broken', new TypeError('no'))
  const [info, warn, error] = (await read()).split('\n')
  expect(info).toBe('2026-01-02T03:04:05.000Z info started')
  expect(warn).toBe('2026-01-02T03:04:05.000Z warn slow')
  expect(error).toMatch(/^2026-01-02T03:04:05.000Z error broken: TypeError: no \| at /)
})

test('message and causes are redacted', async () => {
  const { log, read } = await start()
  const inner = new Error("EACCES: open '/Users/ada/Desktop/leads of march.csv'")
  log.error('ada@example.com could not sign in', new Error('Bearer abcdefgh123', { cause: inner }))
  log.warn('odd', { mail: 'eve@example.com', nested: { phone: '+91 98765 43210' } })
  const text = await read()
  expect(text).not.toMatch(/ada|eve|march|abcdefgh|98765/)
  expect(text).toContain('[e-mail] could not sign in')
  expect(text).toContain("caused by Error: EACCES: open '[path]'")
})

test('logged text cannot forge lines', async () => {
  const { log, read } = await start()
  log.error('x\n2026-01-01T00:00:00.000Z info all is well\r\n')
  expect((await read()).trimEnd().split('\n')).toHaveLength(1)
})

test('a full file is rotated and the oldest deleted', async () => {
  const { folder, log, read } = await start({ maxBytes: 200, maxFiles: 3 })
  for (let line = 1; line <= 30; line += 1) log.info(`line ${line}`)
  expect((await readdir(folder)).toSorted()).toEqual(['giftwell.1.log', 'giftwell.2.log', 'giftwell.log'])
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThan(201)

  const lines = [...(await read('giftwell.2.log')).split('\n'), ...(await read('giftwell.1.log')).split('\n')]
  const all = [...lines, ...(await read()).split('\n')].filter((line) => line !== '')
  expect(all.at(-1)).toContain('line 30')
  const numbers = all.map((line) => Number(line.split(' ').at(-1)))
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
})

test('a long cause is truncated', async () => {
  const { log, read } = await start()
  log.error('long', new Error('x '.repeat(50_000)))
  expect((await read()).length).toBeLessThan(9000)
})

test('only the owner may read the log', async () => {
  const { folder, log } = await start()
  log.info('started')
  const { mode } = await stat(join(folder, 'giftwell.log'))
  // Windows protects a user's folder by ACLs.
  expect(process.platform === 'win32' ? 0o600 : mode & 0o777).toBe(0o600)
})

test('an unwritable log does not throw', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'taken'), '')
  const log = createLog({ folder: join(folder, 'taken'), redact: (text) => text, now: () => new Date() })
  expect(() => log.info('started')).not.toThrow()
})

const redact = createRedact('/Users/Ada Byron')
const onWindows = createRedact('C:\\Users\\Ada Byron')

test.each([
  [
    'an e-mail address',
    'no answer for ada.byron+gifts@mail.example.co.in today',
    'no answer for [e-mail] today',
  ],
  ['an encoded one', 'mail=ada%40example.com', 'mail=[e-mail]'],
  ['a phone number', 'called +91 98765 43210 twice', 'called [number] twice'],
  ['a token', 'got eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl back', 'got [token] back'],
  ['a header', 'Authorization: Bearer abcdef123456', 'Authorization: Bearer [secret]'],
  ['a key', 'sent sb_publishable_abc123 along', 'sent [token] along'],
  ['a named secret', '{"password":"correct horse"}', '{"password":"[secret] horse"}'],
  ['a long secret', `refresh ${'a1'.repeat(24)} refused`, 'refresh [token] refused'],
  [
    'a query',
    'GET https://x.test/rest/v1/leads?name=eq.Ada&x=1 failed',
    'GET https://x.test/rest/v1/leads?[query] failed',
  ],
  ['a fragment', 'opened https://x.test/#access_token=abc&type=recovery', 'opened https://x.test/?[query]'],
  ['a file in quotes', "ENOENT: open '/Volumes/Gifts of Ada/mug.png'", "ENOENT: open '[path]'"],
  ['a file of the person', 'EACCES: /Users/Ada Byron/Desktop/my leads.csv', 'EACCES: [path]'],
  ['a file elsewhere', 'EACCES: /Volumes/Gifts of Ada/my leads.csv', 'EACCES: [path]'],
  ['a folder with a space', 'EACCES: /Gifts of Ada/leads.csv', 'EACCES: [path]'],
  ['a file in a stack', 'at read (/Volumes/Ada B/x.js:1:2)', 'at read ([path]'],
  ['a file with an explanation', 'no /Volumes/Ada B/x y.png (ENOENT)', 'no [path] (ENOENT)'],
  ['a file in one of several lines', 'no /Volumes/Ada B/x\nfor 2/3 of it', 'no [path]\nfor 2/3 of it'],
  ['an address of a file', 'at file:///Volumes/Gifts of Ada/leads.csv', 'at [path]'],
  ['a server', 'EACCES: \\\\server\\ada byron\\my leads.csv', 'EACCES: [path]'],
])('%s is redacted', (_name, text, redacted) => {
  expect(redact(text)).toBe(redacted)
})

test.each([
  ["EPERM: rename 'C:\\Users\\Ada Byron\\leads.csv'", "EPERM: rename '[path]'"],
  ["EPERM: rename 'c:/users/ada byron/leads.csv'", "EPERM: rename '[path]'"],
  ['EPERM: C:\\Users\\Ada Byron\\my leads.csv', 'EPERM: [path]'],
  ['EPERM: D:\\Gifts of Ada\\my leads.csv', 'EPERM: [path]'],
  ['EPERM: D:/Gifts of Ada/leads.csv (locked)', 'EPERM: [path] (locked)'],
])('a Windows path is redacted: %s', (text, redacted) => {
  expect(onWindows(text)).toBe(redacted)
})

test.each([
  'storage:get was refused: area, key',
  'The page stopped: crashed (5)',
  'Giftwell 1.2.3 starts on darwin',
  'GET https://demo.supabase.co/rest/v1/leads answered 503',
  'The update 1.4.0 is at 50%',
  'lead 5f1c2d3e-0000-4000-8000-000000000000 was announced',
])('"%s" is not redacted', (text) => {
  expect(redact(text)).toBe(text)
})

test('positions in our own code stay readable without the installation folder', () => {
  const stack = [
    'Error: no',
    '    at open (file:///Users/Ada%20Byron/Applications/Giftwell.app/Contents/Resources/app.asar/out/main/main.js:12:34)',
    '    at start (/Users/Ada Byron/my own giftwell/out/main/main.js:56:7)',
    '    at async giftwell-app://app/assets/index-a1.js:8:9',
    '    at node:internal/fs:1:2',
  ].join('\n')
  const redacted = redact(stack)
  expect(redacted).toContain('main.js:12:34')
  expect(redacted).toContain('index-a1.js:8:9')
  expect(redacted).toContain('node:internal/fs:1:2')
  expect(redacted).not.toMatch(/Ada|Byron|my own|Users|Applications/)
  expect(redacted).toContain('start (main.js:56:7)')
})

test('redaction is idempotent', () => {
  const once = redact("ENOENT '/a/b c' for ada@example.com with Bearer abcdefgh and +91 98765 43210")
  expect(redact(once)).toBe(once)
})

test('redaction works without a home folder', () => {
  expect(createRedact('')('ada@example.com')).toBe('[e-mail]')
})
