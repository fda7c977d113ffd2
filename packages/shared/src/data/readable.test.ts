import { expect, test } from 'vitest'

import { rowIn, rowsIn } from './readable.ts'

const unreadable = 'The server’s answer could not be read. Please try again.'
// As a proxy may answer, whatever the types say.
const asAnswer = <Expected>(nonsense: unknown) => nonsense as Expected

test('rows are taken as they are, none of them included', () => {
  expect(rowsIn([{ id: 'a' }])).toEqual([{ id: 'a' }])
  expect(rowsIn([])).toEqual([])
})

test.each([{}, null, 'nonsense', 7])('%j is no list of rows', (nonsense) => {
  expect(() => rowsIn(asAnswer<unknown[]>(nonsense))).toThrow(unreadable)
})

test.each([{}, [], null, { id: 7 }])('%j is no row that was written', (nonsense) => {
  expect(() => rowIn(asAnswer<{ id: string }>(nonsense))).toThrow(unreadable)
})

test('a row that was written is taken as it is', () => {
  expect(rowIn({ id: 'a', version: 2 })).toEqual({ id: 'a', version: 2 })
})
