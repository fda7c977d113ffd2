import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { takeFontFaces } from './take-font-faces.ts'

async function websiteWith(stylesheets: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-faces-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  for (const [name, css] of Object.entries(stylesheets)) await writeFile(join(folder, 'assets', name), css)
  return folder
}

test('the fonts are taken out of the stylesheets, each once and in their order', async () => {
  const one = '@font-face{font-family:One;src:url(/assets/one.woff2)}'
  const two = '@font-face{font-family:Two;src:url(/assets/two.woff2)}'
  const folder = await websiteWith({
    'a.css': `p{color:red}${one}${two}a{color:blue}`,
    'b.css': `${one}b{top:0}`,
  })
  expect(await takeFontFaces(folder)).toBe(one + two)
  expect(await readFile(join(folder, 'assets', 'a.css'), 'utf8')).toBe('p{color:red}a{color:blue}')
  expect(await readFile(join(folder, 'assets', 'b.css'), 'utf8')).toBe('b{top:0}')
})

test('a website without fonts stops the build', async () => {
  const folder = await websiteWith({ 'a.css': 'p{color:red}' })
  await expect(takeFontFaces(folder)).rejects.toThrow('No stylesheet of the website names a font')
})
