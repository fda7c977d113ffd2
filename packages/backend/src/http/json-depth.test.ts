import { expect, it } from 'vitest'
import { jsonDepth } from './json-depth.ts'

it.each([
  ['7', 0],
  ['"[[["', 0],
  ['{"a":"\\"[["}', 1],
  ['[{},{"a":[]}]', 3],
  ['['.repeat(100_000), 100_000],
  [']]]', 0],
])('jsonDepth of %.40s is %i', (text, depth) => {
  expect(jsonDepth(Buffer.from(text))).toBe(depth)
})
