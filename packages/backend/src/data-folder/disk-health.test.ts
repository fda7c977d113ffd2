import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createDiskHealth } from './disk-health.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const run = promisify(execFile)

/** A folder, where root can mount one on a small disk of its own. */
async function smallDisk(stack: AsyncDisposableStack, options: string): Promise<string | null> {
  const temporary = stack.use(await temporaryFolder())
  const path = join(temporary.path, 'disk')
  await mkdir(path)
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).then(
    () => true,
    () => false,
  )
  if (mounted) stack.defer(async () => void (await run('umount', ['-l', path])))
  return mounted ? path : null
}

const why = 'only root on Linux can mount a small disk'

it('a disk is well until little room is left, and leaves no file of its probe', async ({ skip }) => {
  await using stack = new AsyncDisposableStack()
  const disk = await smallDisk(stack, 'size=96m')
  if (disk === null) return skip(why)
  const health = createDiskHealth(disk)
  expect(await health.problem()).toBeNull()
  expect(await readdir(disk)).toEqual([])
  const { free, size } = await health.space()
  expect([free, size]).toEqual([96 * 1024 * 1024, 96 * 1024 * 1024])
  await writeFile(join(disk, 'ballast'), Buffer.alloc(40 * 1024 * 1024))
  expect(await health.problem()).toBe('The disk is nearly full.')
  await rm(join(disk, 'ballast'))
  expect(await health.problem()).toBeNull()
})

it('a disk that became read-only is a problem until it can be written', async ({ skip }) => {
  await using stack = new AsyncDisposableStack()
  const disk = await smallDisk(stack, 'size=96m')
  if (disk === null) return skip(why)
  let now = 0
  const health = createDiskHealth(disk, () => now)
  await run('mount', ['-o', 'remount,ro', disk])
  expect(await health.problem()).toBe('The data folder cannot be written.')
  await run('mount', ['-o', 'remount,rw', disk])
  now += 6000
  expect(await health.problem()).toBeNull()
})

it('a failed write is a problem for a minute', async () => {
  await using temporary = await temporaryFolder()
  const { path } = temporary
  let now = 0
  const health = createDiskHealth(path, () => now)
  health.writeFailed()
  expect(await health.problem()).toBe('A write failed within the last minute.')
  now += 60_000
  expect(await health.problem()).toBe(null)
  const { bavail, bsize } = await statfs(path)
  expect((await health.space()).free / (bavail * bsize)).toBeCloseTo(1, 1)
})
