import { expect, test } from 'vitest'

import { fileSize } from './file-size.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [214_300, '214 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [1_440_000, '1.4 MB'],
])('%d bytes are said as %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words)
})
