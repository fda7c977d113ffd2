import { expect, test } from 'vitest'

import { doubledCode } from './doubled-code.ts'

const file = (name: string, ...modules: readonly string[]) => ({
  name,
  bytes: 1,
  isEntry: false,
  imports: [],
  modules,
})

test('libraries that are there once are no doubles, whatever their files are called', () => {
  const files = [
    file(
      'main.js',
      '\0rolldown/runtime.js',
      '/w/node_modules/zod/v4/core/core.js',
      '/w/node_modules/zod/index.js',
    ),
    file(
      'later.js',
      '/w/node_modules/@scope/a/index.js',
      '/w/node_modules/@scope/b/index.js',
      '/w/src/main.ts',
    ),
    file('page.js', '/w/node_modules/react/cjs/react.js', '/w/node_modules/react/index.js'),
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
  expect(doubledCode([file('a.js', ...first), file('b.js', ...second)])).toEqual([sentence])
})
