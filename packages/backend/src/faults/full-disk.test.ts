import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pngPicture } from '../testing/picture.ts'
import { isFullRun } from '../testing/rounds.ts'
import { allNames, startProcess, startSite } from '../testing/site-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const run = promisify(execFile)
const megabytes = 110

/** A small file system, which only root can mount. */
async function mountDisk(path: string): Promise<boolean> {
  await mkdir(path)
  const mounted = run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
  return mounted.then(
    () => true,
    () => false,
  )
}

const temporary = await temporaryFolder()
const disk = join(temporary.path, 'disk')
const isMounted = isFullRun && process.platform === 'linux' && (await mountDisk(disk))
const skipReason = 'only root on Linux can mount a small disk'

describe.skipIf(!isMounted)('a full disk', { tags: 'full', timeout: 180_000, meta: { skipReason } }, () => {
  const ballast = join(disk, 'ballast')
  const fillUpTo = async (free: number): Promise<void> => {
    await rm(ballast, { force: true })
    const { bavail, bsize } = await statfs(disk)
    await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free)))
  }
  let site: Awaited<ReturnType<typeof startSite>>
  beforeAll(async () => {
    site = await startSite(disk)
  })
  afterAll(async () => {
    site.child.process.kill('SIGKILL')
    await site.child.ended
    await run('umount', ['-l', disk])
    await temporary.remove()
  })

  it('a full disk rejects writes with a sentence, loses no acknowledged one, and accepts writes when there is space', async () => {
    const admin = await site.admin()
    const bucket = admin.storage.from('product-images')
    await fillUpTo(1_500_000)
    const upload = await bucket.upload('0.1.png', pngPicture({ bytes: 3_000_000 }))
    expect(upload.error).toMatchObject({
      statusCode: '503',
      message: 'The server’s disk is full. Nothing was saved; try again later.',
    })
    expect(await readdir(join(disk, 'data', 'storage', 'product-images'))).toEqual([])

    await fillUpTo(400_000)
    const acknowledged: string[] = []
    let rejected: { status: number; message: string } | null = null
    for (let number = 1; rejected === null && number <= 5000; number += 1) {
      const name = `theme ${number}`
      const { error, status } = await admin.from('themes').insert({ name, description: 'x'.repeat(1900) })
      if (error === null) acknowledged.push(name)
      else rejected = { status, message: error.message }
    }
    expect(rejected).toEqual({
      status: 503,
      message: 'The server’s disk is full. Nothing was saved; try again later.',
    })
    expect(acknowledged.length).toBeGreaterThan(0)
    // Reading goes on.
    expect(await allNames(admin, 'themes')).toEqual(new Set(acknowledged))
    const health = await fetch(`${site.url}/healthz`)
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'degraded' }])

    await rm(ballast)
    expect((await admin.from('themes').insert({ name: 'there is room' })).error).toBeNull()
    expect((await bucket.upload('0.1.png', pngPicture())).error).toBeNull()
    acknowledged.push('there is room')

    await fillUpTo(400_000)
    site.child.process.kill('SIGKILL')
    await site.child.ended
    const refused = await startProcess(disk)
    const outcome = await Promise.race([refused.ended, refused.line('ready ')])
    // It may start, or report the full disk.
    const words = outcome === 1 ? refused.err.join('\n') : String(outcome)
    expect(words).toMatch(/^ready |^[^\n]+ the disk is full[^\n]*$/)
    refused.process.kill('SIGKILL')
    await refused.ended

    await rm(ballast)
    site = await startSite(disk)
    expect(await allNames(await site.admin(), 'themes')).toEqual(new Set(acknowledged))
  })

  it('a full disk fails a first start with one sentence', async () => {
    await fillUpTo(20_000_000)
    const child = await startProcess(disk, { DATA_DIR: join(disk, 'other') })
    expect(await Promise.race([child.ended, child.line('ready ')])).toBe(1)
    expect(child.err).toEqual([expect.stringContaining('the disk is full')])
    await rm(ballast)
    await rm(join(disk, 'other'), { recursive: true })
  })
})
