import { glob, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { themeCss } from '@giftwell/shared/ui/theme-css.ts'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const library = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/global.css'))
const css = themeCss()

test('the variables of both colour schemes are there, the own ones in place of the library’s', () => {
  expect(css).toMatch(/\[data-mantine-color-scheme="dark"\][^}]*--mantine-color-body: #17121C/)
  expect(css).toMatch(/\[data-mantine-color-scheme="light"\][^}]*--mantine-color-body: #FBF7F0/)
  expect(css).toMatch(/:root[^}]*--gw-marigold: #E39A1B/)
})

test('every variable of the look that our stylesheets or those of the library read is there', async () => {
  const there = declaredIn(css + (await readFile(join(root, 'packages/shared/src/ui/base.css'), 'utf8')))
  const known = declaredIn(await readFile(join(library, 'default-css-variables.css'), 'utf8'))
  const list = await readFile(join(root, 'packages/shared/src/ui/mantine.css'), 'utf8')
  const parts = [...list.matchAll(/styles\/([\w-]+\.css)/g)].map(([, part = '']) => join(library, part))
  const ours = ['apps/*/src/**/*.css', 'packages/shared/src/**/*.css'].map((pattern) => join(root, pattern))
  let read = 0
  for await (const sheet of glob([...ours, ...parts])) {
    const names = [...(await readFile(sheet, 'utf8')).matchAll(/var\(\s*(--(?:mantine|gw)-[\w-]+)\s*\)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name.startsWith('--gw-') || known.has(name))
    read += names.length
    expect(
      names.filter((name) => !there.has(name)),
      sheet,
    ).toEqual([])
  }
  expect(read).toBeGreaterThan(500)
})

function declaredIn(sheet: string): ReadonlySet<string> {
  return new Set([...sheet.matchAll(/(--[\w-]+)\s*:/g)].map(([, name = '']) => name))
}
