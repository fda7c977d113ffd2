import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createLog } from './log.ts'
import { DisplayableError } from './register-calls.ts'

async function start(limits: { maxBytes?: number; maxFiles?: number } = {}) {
  const folder = join(await temporaryFolder(), 'logs')
  const log = createLog({
    folder,
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
  expect(error).toMatch(/^2026-01-02T03:04:05.000Z error broken: TypeError/)
})

test('of an error only class, code and positions are written, and a sentence of ours', async () => {
  const { log, read } = await start()
  const inner = Object.assign(new Error("EACCES: open '/Users/ada/leads of march.csv'"), { code: 'EACCES' })
  inner.stack = `${inner.message}
    at open (file:///Users/Ada%20Byron/Giftwell.app/Contents/Resources/app.asar/out/main/main.js:12:34)
    at async other (/Users/Ada Byron/giftwell/out/main/secrets.js:1:2)
    at node:internal/fs/promises:56:7`
  log.error('broken', new DisplayableError('The disk is full.', { cause: inner }))
  log.error('odd', Object.assign(new TypeError('eve@example.com'), { code: 'of eve' }))
  log.warn('odder', { mail: 'eve@example.com' })
  const text = await read()
  expect(text).toContain('broken: DisplayableError The disk is full.')
  expect(text).toContain(', caused by Error EACCES main.js:12:34 node:internal/fs/promises:56:7\n')
  expect(text).toContain('odd: TypeError')
  expect(text).toContain('odder: object\n')
  expect(text).not.toMatch(/ada|byron|eve|march|secrets/i)
})

test('logged text cannot forge lines', async () => {
  const { log, read } = await start()
  log.info('x\n2026-01-01T00:00:00.000Z info all is well\r\n')
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
  const log = createLog({ folder: join(folder, 'taken'), now: () => new Date() })
  expect(() => log.info('started')).not.toThrow()
})
