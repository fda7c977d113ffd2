import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { withFileLock } from './file-lock.mjs'

let folder: string
let lock: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-lock-'))
  lock = join(folder, 'lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid!
}

test('a caller waits while another one holds the lock, and is told the process', async () => {
  const steps: string[] = []
  const waiting = Promise.withResolvers<void>()
  const first = withFileLock(lock, async () => {
    steps.push('first begins')
    await waiting.promise
    steps.push('first ends')
  })
  await withFileLock(lock, async () => steps.push('second begins'), {
    onWait(holder) {
      steps.push(holder)
      waiting.resolve()
    },
  })
  await first
  expect(steps).toEqual(['first begins', String(process.pid), 'first ends', 'second begins'])
  expect(existsSync(lock)).toBe(false)
})

test('the lock of a killed process is taken over', async () => {
  await writeFile(lock, String(await endedProcess()))
  await expect(withFileLock(lock, async () => 'taken', { signal: AbortSignal.timeout(2000) })).resolves.toBe(
    'taken',
  )
})

test('the child of a killed process holds the lock as long as it runs', async () => {
  await withFileLock(lock, async (pass) => {
    pass(4711)
    expect(await readFile(lock, 'utf8')).toBe('4711')
  })
  await writeFile(lock, String(process.pid))
  const waiting = withFileLock(lock, async () => {}, { signal: AbortSignal.timeout(500) })
  await expect(waiting).rejects.toThrow('abort')
  expect(existsSync(lock)).toBe(true)
})

test('a lock of hours ago is stale, even if its process id is in use', async () => {
  await writeFile(lock, String(process.pid))
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(lock, longAgo, longAgo)
  expect(await withFileLock(lock, async () => 'taken')).toBe('taken')
})

test('of many processes that find a stale lock one at a time takes it', async () => {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { withFileLock } from ${JSON.stringify(join(import.meta.dirname, 'file-lock.mjs'))}
    await withFileLock(process.argv[1], async () => {
      appendFileSync(process.argv[2], 'in ')
      await new Promise((resolve) => setTimeout(resolve, 30))
      appendFileSync(process.argv[2], 'out\\n')
    })`
  await writeFile(lock, String(await endedProcess()))
  const log = join(folder, 'log')
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program, lock, log], { stdio: 'inherit' }),
  )
  await Promise.all(children.map((child) => once(child, 'exit')))
  expect(await readFile(log, 'utf8')).toBe('in out\n'.repeat(6))
})
