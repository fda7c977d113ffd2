import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { rounds } from '../testing/rounds.ts'
import { createColumnValues } from './text-format.ts'
import { parameterText } from './parameter-text.ts'

const textArray = 1009
const textType = 25
const values = createColumnValues()
values.registerArrays([[textArray, textType]])
const readArray = values.readerOf(textArray)

it('createColumnValues parses an array of any texts unchanged', () => {
  const texts = fc.array(
    fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('NULL', '', '{', '"', '\\', ','))),
  )
  fc.assert(
    fc.property(texts, (list) => {
      expect(readArray(parameterText(list, textArray))).toEqual(list)
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
])('createColumnValues parses the array %s', (text, list) => {
  expect(readArray(text)).toEqual(list)
})
