import { expect, test } from 'vitest'

import { benchTable } from './bench-table.ts'

test('A table says of each value what it should be and whether it is', () => {
  const table = benchTable([
    { name: 'filter click', value: 41.26, unit: 'ms', target: { atMost: 50 } },
    { name: 'pages', value: 580, unit: 'requests/s', target: { atLeast: 600 } },
    { name: 'cards', value: 36, unit: 'count' },
  ])

  expect(table.split('\n').slice(2)).toEqual([
    '| filter click | 41.3 ms | at most 50 ms | yes |',
    '| pages | 580 requests/s | at least 600 requests/s | no |',
    '| cards | 36 |  |  |',
  ])
})
