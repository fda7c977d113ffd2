import { expect, test } from 'vitest'

import { stepsDown, targetSize } from './target-size.ts'

test.each([
  ['a wide photo', { width: 7296, height: 5472 }, { width: 1600, height: 1200 }],
  ['a tall photo', { width: 3024, height: 4032 }, { width: 1200, height: 1600 }],
  ['an image of just the size', { width: 1600, height: 900 }, { width: 1600, height: 900 }],
  ['a small image, which is not enlarged', { width: 320, height: 200 }, { width: 320, height: 200 }],
  ['a line, which keeps its one pixel', { width: 20_000, height: 2 }, { width: 1600, height: 1 }],
])('%s fits into 1600 px with its proportions', (_, from, to) => {
  expect(targetSize(from)).toEqual(to)
})

test('a large image goes down by halves, the last step excepted', () => {
  expect(stepsDown({ width: 7296, height: 5472 })).toEqual([
    { width: 3648, height: 2736 },
    { width: 1824, height: 1368 },
    { width: 1600, height: 1200 },
  ])
})

test('an image that is small enough is drawn once', () => {
  expect(stepsDown({ width: 800, height: 600 })).toEqual([{ width: 800, height: 600 }])
})
