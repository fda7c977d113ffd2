import { expect, test } from 'vitest'

import { rowIn, rowsIn } from './readable.ts'

const unreadable = 'The server’s answer could not be read. Please try again.'
test('rows are taken as they are, none of them included', () => {
  expect(rowsIn([{ id: 'a' }])).toEqual([{ id: 'a' }])
  expect(rowsIn([])).toEqual([])
})

// Whatever the types say, a proxy may answer so.
test.each([{}, null, 'nonsense', 7])('%j is no list of rows', (nonsense) => {
  expect(() => rowsIn(nonsense as unknown[])).toThrow(unreadable)
})

test.each([{}, [], null, { id: 7 }])('%j is no row that was written', (nonsense) => {
  expect(() => rowIn(nonsense as { id: string })).toThrow(unreadable)
})

test('a row that was written is taken as it is', () => {
  expect(rowIn({ id: 'a', version: 2 })).toEqual({ id: 'a', version: 2 })
})
