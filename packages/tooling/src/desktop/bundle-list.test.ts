import { expect, test } from 'vitest'

import { bytesOf, doubledCode, loadedAtStart } from './bundle-list.ts'

const sized = (name: string, bytes: number, ...imports: readonly string[]) => ({
  name,
  bytes,
  imports,
  modules: [],
})

const fileOf = (name: string, ...modules: readonly string[]) => ({
  name,
  bytes: 1,
  imports: [],
  modules,
})

test('files that are imported indirectly are loaded once, and files without an importer are not loaded', () => {
  const files = [
    sized('main.js', 100, 'a.js', 'b.js'),
    sized('a.js', 20, 'b.js'),
    sized('b.js', 3, 'a.js'),
    sized('later.js', 5000, 'b.js'),
  ]
  const loaded = loadedAtStart(files, 'main.js')
  expect(loaded.map(({ name }) => name)).toEqual(['main.js', 'a.js', 'b.js'])
  expect(bytesOf(loaded)).toBe(123)
})

test('a file that the build does not have is named', () => {
  expect(() => loadedAtStart([sized('main.js', 1, 'gone.js')], 'main.js')).toThrow('gone.js')
})

test('libraries with one copy are not doubled, whatever the names of their files', () => {
  const files = [
    fileOf(
      'main.js',
      '\0rolldown/runtime.js',
      '/w/node_modules/zod/v4/core/core.js',
      '/w/node_modules/zod/index.js',
    ),
    fileOf(
      'later.js',
      '/w/node_modules/@scope/a/index.js',
      '/w/node_modules/@scope/b/index.js',
      '/w/src/main.ts',
    ),
    fileOf('page.js', '/w/node_modules/react/cjs/react.js', '/w/node_modules/react/index.js'),
  ]
  expect(doubledCode(files)).toEqual([])
})

test.each([
  [
    'two versions of a package',
    ['/w/node_modules/semver/index.js'],
    ['/w/node_modules/@scope/updater/node_modules/semver/index.js'],
    'semver comes from node_modules/@scope/updater/node_modules/semver and node_modules/semver',
  ],
  [
    'a package for import and for require',
    ['/w/node_modules/zod/v4/core.mjs', '/w/node_modules/zod/v4/core.cjs'],
    [],
    'zod is there for import and for require',
  ],
  [
    'a module in two files',
    ['/w/src/brand.ts'],
    ['/w/src/brand.ts'],
    '/w/src/brand.ts is in more than one file',
  ],
])('%s is named', (_, first, second, sentence) => {
  expect(doubledCode([fileOf('a.js', ...first), fileOf('b.js', ...second)])).toEqual([sentence])
})
