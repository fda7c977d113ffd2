import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { failingFiles, type FailingStep, temporaryFolder } from '../../testing/temporary-folder.ts'
import { writeFileAtomically } from '../state-file.ts'

test('writes the file and leaves no temporary file', async () => {
  const folder = await temporaryFolder()
  await writeFileAtomically(join(folder, 'data'), 'one')
  await writeFileAtomically(join(folder, 'data'), new Uint8Array([116, 119, 111]))
  expect(await readFile(join(folder, 'data'), 'utf8')).toBe('two')
  expect(await readdir(folder)).toEqual(['data'])
})

test('only the owner may read the file', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has no file modes')
  const folder = await temporaryFolder()
  await writeFileAtomically(join(folder, 'private'), '')
  expect((await stat(join(folder, 'private'))).mode & 0o777).toBe(0o600)
})

test.each<[FailingStep, string]>([
  ['write', 'ENOSPC'],
  ['rename', 'EBUSY'],
])('when "%s" fails, the former content stays and no temporary file is left', async (step, code) => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'data'), 'before')
  const writing = writeFileAtomically(join(folder, 'data'), 'after', { files: failingFiles(step, code) })
  await expect(writing).rejects.toMatchObject({ code })
  expect(await readFile(join(folder, 'data'), 'utf8')).toBe('before')
  expect(await readdir(folder)).toEqual(['data'])
})

test.each(['EBUSY', 'EPERM', 'EACCES'])(
  'the rename is retried while another program has the file open (%s)',
  async (code) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'data'), 'before')
    await writeFileAtomically(join(folder, 'data'), 'after', {
      retryDelays: [0, 0],
      files: failingFiles('rename', code, 2),
    })
    expect(await readFile(join(folder, 'data'), 'utf8')).toBe('after')
    const files = failingFiles('rename', code, 3)
    await expect(
      writeFileAtomically(join(folder, 'data'), 'never', { retryDelays: [0, 0], files }),
    ).rejects.toMatchObject({ code })
    expect(await readFile(join(folder, 'data'), 'utf8')).toBe('after')
    expect(await readdir(folder)).toEqual(['data'])
  },
)

test('the rename is not retried after other errors', async () => {
  const folder = await temporaryFolder()
  const files = failingFiles('rename', 'ENOSPC', 1)
  const writing = writeFileAtomically(join(folder, 'data'), 'never', { retryDelays: [0], files })
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' })
})
