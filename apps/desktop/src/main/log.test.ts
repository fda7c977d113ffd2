import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createLog } from './log.ts'
import { createRedact } from './redact.ts'

async function start(limits: { mostBytes?: number; mostFiles?: number } = {}) {
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

test('a line says when, how bad, and what', async () => {
  const { log, read } = await start()
  log.info('started')
  log.warn('slow')
  log.error('broken', new TypeError('no'))
  const [info, warn, error] = (await read()).split('\n')
  expect(info).toBe('2026-01-02T03:04:05.000Z info started')
  expect(warn).toBe('2026-01-02T03:04:05.000Z warn slow')
  expect(error).toMatch(/^2026-01-02T03:04:05.000Z error broken: TypeError: no \| at /)
})

test('nothing personal is written, neither from the message nor from any cause', async () => {
  const { log, read } = await start()
  const inner = new Error("EACCES: open '/Users/ada/Desktop/leads of march.csv'")
  log.error('ada@example.com could not sign in', new Error('Bearer abcdefgh123', { cause: inner }))
  log.warn('odd', { mail: 'eve@example.com', nested: { phone: '+91 98765 43210' } })
  const text = await read()
  expect(text).not.toMatch(/ada|eve|march|abcdefgh|98765/)
  expect(text).toContain('[e-mail] could not sign in')
  expect(text).toContain("caused by Error: EACCES: open '[path]'")
})

test('what is logged cannot write lines of its own', async () => {
  const { log, read } = await start()
  log.error('x\n2026-01-01T00:00:00.000Z info all is well\r\n')
  expect((await read()).trimEnd().split('\n')).toHaveLength(1)
})

test('a full file is set aside, and the oldest goes', async () => {
  const { folder, log, read } = await start({ mostBytes: 200, mostFiles: 3 })
  for (let line = 1; line <= 30; line += 1) log.info(`line ${line}`)
  expect((await readdir(folder)).toSorted()).toEqual(['giftwell.1.log', 'giftwell.2.log', 'giftwell.log'])
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThan(201)

  const lines = [...(await read('giftwell.2.log')).split('\n'), ...(await read('giftwell.1.log')).split('\n')]
  const all = [...lines, ...(await read()).split('\n')].filter((line) => line !== '')
  expect(all.at(-1)).toContain('line 30')
  const numbers = all.map((line) => Number(line.split(' ').at(-1)))
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
})

test('a cause without end is cut', async () => {
  const { log, read } = await start()
  log.error('long', new Error('x '.repeat(50_000)))
  expect((await read()).length).toBeLessThan(9000)
})

test('the file is the owner’s alone', async () => {
  const { folder, log } = await start()
  log.info('started')
  const { mode } = await stat(join(folder, 'giftwell.log'))
  // Windows keeps a person's folder to that person by other means.
  expect(process.platform === 'win32' ? 0o600 : mode & 0o777).toBe(0o600)
})

test('where nothing can be written the app goes on', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'taken'), '')
  const log = createLog({ folder: join(folder, 'taken'), redact: (text) => text, now: () => new Date() })
  expect(() => log.info('started')).not.toThrow()
})
