import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { type FailingStep, failingFiles } from '../../testing/failing-files.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { writeWhole } from './write-whole.ts'

test('a file is written, and nothing else is left beside it', async () => {
  const folder = await temporaryFolder()
  await writeWhole(join(folder, 'kept'), 'one')
  await writeWhole(join(folder, 'kept'), new Uint8Array([116, 119, 111]))
  expect(await readFile(join(folder, 'kept'), 'utf8')).toBe('two')
  expect(await readdir(folder)).toEqual(['kept'])
})

test.skipIf(process.platform === 'win32')('only the owner may read it unless said otherwise', async () => {
  const folder = await temporaryFolder()
  await writeWhole(join(folder, 'private'), '')
  await writeWhole(join(folder, 'shared'), '', { mode: 0o644 })
  expect((await stat(join(folder, 'private'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'shared'))).mode & 0o777).toBe(0o644)
})

test.each<[FailingStep, string]>([
  ['open', 'EACCES'],
  ['write', 'ENOSPC'],
  ['sync', 'EIO'],
  ['rename', 'EBUSY'],
])('when the step "%s" fails, the former content stays and nothing else does', async (step, code) => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'kept'), 'before')
  const writing = writeWhole(join(folder, 'kept'), 'after', { files: failingFiles(step, code) })
  await expect(writing).rejects.toMatchObject({ code })
  expect(await readFile(join(folder, 'kept'), 'utf8')).toBe('before')
  expect(await readdir(folder)).toEqual(['kept'])
})

test.each(['EBUSY', 'EPERM', 'EACCES'])(
  'a file that somebody holds for a moment (%s) is waited for',
  async (code) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'kept'), 'before')
    await writeWhole(join(folder, 'kept'), 'after', {
      patience: [0, 0],
      files: failingFiles('rename', code, 2),
    })
    expect(await readFile(join(folder, 'kept'), 'utf8')).toBe('after')
    const files = failingFiles('rename', code, 3)
    await expect(
      writeWhole(join(folder, 'kept'), 'never', { patience: [0, 0], files }),
    ).rejects.toMatchObject({ code })
    expect(await readFile(join(folder, 'kept'), 'utf8')).toBe('after')
    expect(await readdir(folder)).toEqual(['kept'])
  },
)

test('nothing else is waited for', async () => {
  const folder = await temporaryFolder()
  const files = failingFiles('rename', 'ENOSPC', 1)
  const writing = writeWhole(join(folder, 'kept'), 'never', { patience: [0], files })
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' })
})
