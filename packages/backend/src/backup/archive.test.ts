import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { manifestName, packBackup } from './archive.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

const temporary = sharedFolder()
const at = (name: string): string => join(temporary.path, name)

beforeAll(async () => {
  await mkdir(at('snapshot'))
  await writeFile(at(`snapshot/${manifestName}`), '{}')
  // More than the streams buffer: a failed output must end the input, too.
  for (let count = 0; count < 20; count += 1)
    await writeFile(at(`snapshot/${count}`), Buffer.alloc(1024 * 1024, count))
  await writeFile(at('file'), '')
  await mkdir(at('forbidden'), { mode: 0o500 })
})
afterAll(async () => {
  await chmod(at('forbidden'), 0o700)
})

it.each([
  ['a folder that is not there', 'missing'],
  ['a folder that is a file', 'file'],
  // Root ignores the mode of a folder, but cannot write to the kernel's.
  ['a folder where nothing may be written', process.getuid?.() === 0 ? '/sys' : 'forbidden'],
])('packBackup names the reason when it cannot write to %s', async (_, folder) => {
  const file = join(folder.startsWith('/') ? folder : at(folder), 'site.backup')
  for (const replace of [false, true])
    await expect(packBackup(at('snapshot'), file, replace)).rejects.toThrow(
      /^The backup .+\/site\.backup cannot be written: .+\.$/,
    )
  expect((await readdir(temporary.path)).toSorted()).toEqual(['file', 'forbidden', 'snapshot'])
})

it('packBackup names the reason when a folder has the name', async () => {
  for (const replace of [false, true])
    await expect(packBackup(at('snapshot'), at('forbidden'), replace)).rejects.toThrow(at('forbidden'))
  expect((await readdir(temporary.path)).toSorted()).toEqual(['file', 'forbidden', 'snapshot'])
})
