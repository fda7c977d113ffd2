import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { rounds } from '../testing/rounds.ts'
import { readArrayText } from './array-text.ts'
import { parameterText } from './parameter-text.ts'

const textArray = 1009
const asText = (text: string): string => text

it('reads what a list was written as, whatever its texts hold', () => {
  const texts = fc.array(
    fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('NULL', '', '{', '"', '\\', ','))),
  )
  fc.assert(
    fc.property(texts, (list) => {
      expect(readArrayText(parameterText(list, textArray), asText)).toEqual(list)
    }),
    { seed: 20261121, numRuns: rounds(100, 500) },
  )
})

it.each([
  ['{}', []],
  ['{a,NULL,"NULL",b}', ['a', null, 'NULL', 'b']],
  [
    '{{1,2},{3,4}}',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
])('reads %s', (text, list) => {
  expect(readArrayText(text, asText)).toEqual(list)
})
