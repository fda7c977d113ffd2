import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { withFileLock } from './file-lock.mjs'
import { identify } from './process-identity.mjs'

let folder: string
let lock: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-lock-'))
  lock = join(folder, 'lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The number of a process that has lived and is gone. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid!
}

test('two who want it work one after the other', async () => {
  const steps: string[] = []
  const work = (name: string) =>
    withFileLock(lock, async () => {
      steps.push(`${name} begins`)
      await delay(100)
      steps.push(`${name} ends`)
    })
  await Promise.all([work('a'), work('b'), work('c')])
  const names = steps.map((step) => step[0])
  expect(names[0]).toBe(names[1])
  expect(names[2]).toBe(names[3])
  expect(names[4]).toBe(names[5])
  expect(existsSync(lock)).toBe(false)
})

test('whoever waits is told who is in the way', async () => {
  const told: (number | undefined)[] = []
  const first = withFileLock(lock, () => delay(300))
  await withFileLock(lock, async () => {}, { onWait: (holder) => told.push(holder) })
  await first
  expect(told[0]).toBe(process.pid)
})

test('the lock of a killed process is taken over at once', async () => {
  const pid = await endedProcess()
  await writeFile(lock, JSON.stringify({ token: 't', host: hostname(), holders: [{ pid, started: null }] }))
  const began = Date.now()
  await withFileLock(lock, async () => {})
  expect(Date.now() - began).toBeLessThan(2000)
})

test('a later process with the same number does not keep it', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux tells processes apart')
  const holders = [{ pid: process.pid, started: '1' }]
  await writeFile(lock, JSON.stringify({ token: 't', host: hostname(), holders }))
  await expect(withFileLock(lock, async () => 'mine', { signal: AbortSignal.timeout(3000) })).resolves.toBe(
    'mine',
  )
})

test('a killed process still holds it while the program that it had started goes on', async () => {
  const holders = [{ pid: await endedProcess(), started: null }, identify(process.pid)]
  await writeFile(lock, JSON.stringify({ token: 't', host: hostname(), holders }))
  await expect(withFileLock(lock, async () => {}, { signal: AbortSignal.timeout(500) })).rejects.toThrow(
    'abort',
  )
  expect(existsSync(lock)).toBe(true)
})

test('a helper that shares the lock is written into it', async () => {
  await withFileLock(lock, async ({ share }) => {
    share(4711)
    const { holders } = JSON.parse(await readFile(lock, 'utf8'))
    expect(holders.map((holder: { pid: number }) => holder.pid)).toEqual([process.pid, 4711])
  })
  expect(existsSync(lock)).toBe(false)
})

test('the lock of another machine is believed while it is fresh, and taken over when it has long been silent', async () => {
  const content = JSON.stringify({ token: 't', host: 'another', holders: [{ pid: 1, started: null }] })
  await writeFile(lock, content)
  await expect(withFileLock(lock, async () => {}, { signal: AbortSignal.timeout(500) })).rejects.toThrow(
    'abort',
  )
  const longAgo = new Date(Date.now() - 120_000)
  await utimes(lock, longAgo, longAgo)
  await withFileLock(lock, async () => {})
})

test('many who find a stale lock at the same time still work one after the other', async () => {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { withFileLock } from ${JSON.stringify(join(import.meta.dirname, 'file-lock.mjs'))}
    await withFileLock(process.argv[1], async () => {
      appendFileSync(process.argv[2], 'in ')
      await new Promise((resolve) => setTimeout(resolve, 30))
      appendFileSync(process.argv[2], 'out\\n')
    })`
  const pid = await endedProcess()
  await writeFile(lock, JSON.stringify({ token: 't', host: hostname(), holders: [{ pid, started: null }] }))
  const diary = join(folder, 'diary')
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program, lock, diary], { stdio: 'inherit' }),
  )
  await Promise.all(children.map((child) => once(child, 'exit')))
  expect(await readFile(diary, 'utf8')).toBe('in out\n'.repeat(6))
})
