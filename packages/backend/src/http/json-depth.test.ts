import { expect, it } from 'vitest'
import { bracketDepth, jsonDepth } from './json-depth.ts'

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

it.each([
  ['no brackets', 0],
  ['{"a":"[[{}]]"}', 4],
  ['{"a":"\\u005b\\u007B\\u005B"}', 4],
  ['"[]".'.repeat(1000), 1],
  [']]]', 0],
  ['{"a":"]]]]]]","b":"[[[[[["}', 6],
  ['['.repeat(100_000), 100_000],
])('bracketDepth of %.40s is %i', (text, depth) => {
  expect(bracketDepth(text)).toBe(depth)
})
