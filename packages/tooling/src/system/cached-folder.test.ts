import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { contentFingerprint } from './cached-folder.ts'

test('a fingerprint differs with a file, and not with a folder that a build makes', async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), 'giftwell-fingerprint-'))
  const fingerprint = async () =>
    contentFingerprint(root.path, { files: ['app/**/*'], except: ['app/dist/**'], settings: null })
  await mkdir(join(root.path, 'app'))
  await writeFile(join(root.path, 'app', 'main.ts'), 'one')
  const first = await fingerprint()
  await mkdir(join(root.path, 'app', 'dist'))
  await writeFile(join(root.path, 'app', 'dist', 'main.js'), 'one')
  expect(await fingerprint()).toBe(first)
  await writeFile(join(root.path, 'app', 'main.ts'), 'two')
  expect(await fingerprint()).not.toBe(first)
})
