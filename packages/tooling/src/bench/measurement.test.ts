import { expect, test } from 'vitest'

import { measurementTable, percentile } from './measurement.ts'

test('a table shows the target of each value and whether it is met', () => {
  const table = measurementTable([
    { name: 'filter click', value: 41.26, unit: 'ms', target: { atMost: 50 } },
    { name: 'performance', value: 97, unit: 'points', target: { atLeast: 98 } },
    { name: 'score', value: 36, unit: 'points' },
  ])
  expect(table.split('\n').slice(2)).toEqual([
    '| filter click | 41.3 ms | at most 50 ms | yes |',
    '| performance | 97 | at least 98 | no |',
    '| score | 36 |  |  |',
  ])
})

test('a percentile is the value that a share of all values does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100])
  expect(percentile([7], 0.5)).toBe(7)
})
