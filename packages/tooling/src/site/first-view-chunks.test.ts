import { join } from 'node:path'

import { expect, test } from 'vitest'

import { firstViewChunks } from './first-view-chunks.ts'

const sources = join('/repository', 'website', 'src')
const own = (name: string) => join(sources, name)
const library = (name: string) => join('/repository', 'node_modules', name)

const imports: Record<string, readonly string[]> = {
  [own('main.tsx')]: [own('header.tsx'), library('react/index.js')],
  [own('header.tsx')]: [library('@mantine/core/esm/index.mjs')],
  [own('home.tsx')]: [own('picture.tsx'), own('hero.tsx')],
  [own('catalogue.tsx')]: [own('picture.tsx'), own('filters.tsx')],
  [library('@mantine/core/esm/index.mjs')]: [library('@mantine/core/esm/components/Modal/Modal.mjs')],
}
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) }

test.each([
  ['what the website starts with', own('header.tsx'), 'site'],
  ['what both pages need', own('picture.tsx'), 'site'],
  ['what one page needs', own('hero.tsx'), 'home'],
  ['what the other page needs', own('filters.tsx'), 'catalogue'],
  ['what neither needs', own('dialog.tsx'), null],
  ['a library of every page', library('react/index.js'), 'site'],
  [
    'a part of a library that every page needs',
    library('@mantine/core/esm/components/Button/Button.mjs'),
    'site',
  ],
  [
    'a part that only its library’s index needs',
    library('@mantine/core/esm/components/Modal/Modal.mjs'),
    null,
  ],
])('The chunk of %s', (_what, id, chunk) => {
  const name = firstViewChunks(sources, {
    start: 'main.tsx',
    pages: { home: 'home.tsx', catalogue: 'catalogue.tsx' },
  })
  expect(name(id, graph)).toBe(chunk)
})
