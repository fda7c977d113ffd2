import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { findFiles, repositoryRoot } from '../repository-root.ts'

// Without a graphics processor, as on a remote desktop, everything behind such a surface is blurred again for each key
// that is pressed on it.
test('nothing blurs what lies behind it', async () => {
  const blurring: string[] = []
  for (const file of findFiles(repositoryRoot, [
    '{apps/*,packages/{shared,back-office}}/src/**/*.{css,tsx}',
  ])) {
    const text = await readFile(join(repositoryRoot, file), 'utf8')
    if (/backdrop-filter|\bblur=\{|\bblur: \d/.test(text)) blurring.push(file)
  }
  expect(blurring).toEqual([])
})
