import { expect, test } from 'vitest'

import { loadedAtStart } from './bundle-list.ts'

const fileOf = (name: string, ...imports: readonly string[]) => ({ name, bytes: 1, imports, modules: [] })

test('files that are imported indirectly are loaded once, and files without an importer are not loaded', () => {
  const files = [
    fileOf('main.js', 'a.js', 'b.js'),
    fileOf('a.js', 'b.js'),
    fileOf('b.js', 'a.js'),
    fileOf('later.js', 'b.js'),
  ]
  expect(loadedAtStart(files, 'main.js').map(({ name }) => name)).toEqual(['main.js', 'a.js', 'b.js'])
})

test('a file that the build does not have is named', () => {
  expect(() => loadedAtStart([fileOf('main.js', 'gone.js')], 'main.js')).toThrow('gone.js')
})
