import { expect, test } from 'vitest'

import { isNone, namesIn, unclearIn } from './list-cells.ts'

test.each(['-', '--', 'NA', 'N/A', 'n.a.', 'Nil', 'None', 'TBC', 'on request', 'Not available'])(
  '"%s" says that there is no value',
  (cell) => expect(isNone(cell)).toBe(true),
)

test.each(['NAVY', 'Nilgiri', 'No. 5', 'Nonstick', ''])('"%s" is a value or blank', (cell) =>
  expect(isNone(cell)).toBe(false),
)

test.each([
  ['Red; Blue', ['Red', 'Blue']],
  ['Red, Blue', ['Red', 'Blue']],
  ['Red | Blue', ['Red', 'Blue']],
  ['Red\nBlue', ['Red', 'Blue']],
  ['• Red • Blue', ['Red', 'Blue']],
  ['Available in Red, Blue etc.', ['Red', 'Blue']],
  ['Available in 3 colours: Red, Blue, Black', ['Red', 'Blue', 'Black']],
  ['Colours: Red, Blue, and Black', ['Red', 'Blue', 'Black']],
  ['Red, Blue & more', ['Red', 'Blue']],
  ['Red, Blue colours', ['Red', 'Blue']],
  ['3 colours', []],
  ['As shown', []],
  ['As per picture', []],
  ['No branding', []],
  ['NA', []],
  ['Red, N/A', ['Red']],
  ['Black / White', ['Black / White']],
  ['Red/Blue;', ['Red/Blue']],
  ['A, B; C;; D', ['A, B', 'C; D']],
])('the names in "%s" are %j', (cell, names) => {
  expect(namesIn(cell)).toEqual(names)
})

test('an unclear sign separates where that is said, but for names that exist', () => {
  expect(namesIn('Red/Blue/Black', { signs: ['/'] })).toEqual(['Red', 'Blue', 'Black'])
  expect(namesIn('Red - Blue - Black', { signs: ['-'] })).toEqual(['Red', 'Blue', 'Black'])
  expect(namesIn('Red, Blue and Black', { signs: ['&'] })).toEqual(['Red', 'Blue', 'Black'])
  expect(namesIn('T-shirt - XL', { signs: ['/'] })).toEqual(['T-shirt - XL'])
  const isKnown = (name: string) => name === 'Banking & Finance'
  expect(namesIn('Technology, Banking & Finance', { signs: ['&'], isKnown })).toEqual([
    'Technology',
    'Banking & Finance',
  ])
  expect(unclearIn('Technology, Banking & Finance', { isKnown })).toEqual([])
  expect(unclearIn('Red/Blue, Black + White', {})).toEqual(['/', '+'])
  expect(unclearIn('Red/Blue;', {})).toEqual([])
})
