import { expect, test } from 'vitest'

import { bytesOf, loadedAtStart } from './loaded-at-start.ts'

const file = (name: string, bytes: number, ...imports: readonly string[]) => ({
  name,
  bytes,
  isEntry: false,
  imports,
  modules: [],
})

test('what is imported by way of others is loaded, each once, and what nobody imports is not', () => {
  const files = [
    file('main.js', 100, 'a.js', 'b.js'),
    file('a.js', 20, 'b.js'),
    file('b.js', 3, 'a.js'),
    file('later.js', 5000, 'b.js'),
  ]
  const loaded = loadedAtStart(files, 'main.js')
  expect(loaded.map(({ name }) => name)).toEqual(['main.js', 'a.js', 'b.js'])
  expect(bytesOf(loaded)).toBe(123)
})

test('a file that the build does not have is named', () => {
  expect(() => loadedAtStart([file('main.js', 1, 'gone.js')], 'main.js')).toThrow('gone.js')
})
