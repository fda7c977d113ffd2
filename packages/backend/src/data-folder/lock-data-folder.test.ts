import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DataFolder, createDataFolder, lockDataFolder } from './data-folder.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

const lockModule = fileURLToPath(new URL('./data-folder.ts', import.meta.url))

describe('the lock of a data folder', () => {
  const temporary = sharedFolder()
  let folder: DataFolder
  beforeAll(async () => {
    folder = await createDataFolder(temporary.path)
  })

  it('a second lock fails with one sentence that names the process', () => {
    {
      using locks = new DisposableStack()
      locks.use(lockDataFolder(folder))
      expect(() => lockDataFolder(folder)).toThrow(
        `The data folder ${temporary.path} is in use by another Giftwell server (process ${process.pid}).`,
      )
    }
    lockDataFolder(folder)[Symbol.dispose]()
  })

  it('a lock is released when its process is killed', async () => {
    const { child, outcome } = lockInChild(folder)
    expect(await outcome).toBe('locked')
    expect(() => lockDataFolder(folder)).toThrow(`(process ${child.pid})`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDataFolder(folder)[Symbol.dispose]()
  })

  it('a lock that may not be written is refused, since it would lock nothing', async ({ skip }) => {
    if (process.getuid?.() === 0) skip('nothing is forbidden to the superuser')
    await chmod(folder.lock, 0o444)
    expect(() => lockDataFolder(folder)).toThrow('cannot be locked: it may not be written by this user.')
    await chmod(folder.lock, 0o600)
  })

  it('a lock that is no file is refused with the reason', async () => {
    const lock = join(temporary.path, 'no-file')
    await mkdir(lock)
    expect(() => lockDataFolder({ ...folder, lock })).toThrow('cannot be locked: a folder is in the way.')
  })

  it('one of several concurrent processes gets the lock', async () => {
    const children = Array.from({ length: 4 }, () => lockInChild(folder))
    try {
      const outcomes = await Promise.all(children.map(async ({ outcome }) => outcome))
      expect(outcomes.toSorted()).toEqual(['locked', 'refused', 'refused', 'refused'])
    } finally {
      for (const { child } of children) child.kill('SIGKILL')
    }
  })
})

/** Another process that tries to lock the folder, prints the result, and waits. */
function lockInChild(folder: DataFolder): { child: ChildProcess; outcome: Promise<string> } {
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(lockModule)})
    try {
      // Referenced, since a lock that is garbage collected is released.
      globalThis.lock = lockDataFolder(${JSON.stringify(folder)})
      console.log('locked')
    } catch {
      console.log('refused')
    }
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const outcome = once(child.stdout, 'data').then(([text]) => String(text).trim())
  return { child, outcome }
}
