import { expect, test } from 'vitest'

import { countedNames, isNone, namesIn, unclearIn } from './list-cells.ts'

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
  ['Red\\Blue', ['Red', 'Blue']],
  ['Red ~ Blue', ['Red', 'Blue']],
  ['Red、Blue', ['Red', 'Blue']],
  ['■ Red ■ Blue', ['Red', 'Blue']],
  ['1) Red 2) Blue', ['Red', 'Blue']],
  ['1. Red\n2. Dark blue', ['Red', 'Dark blue']],
  ['(1) Red, (2) 3D blue', ['Red', '3D blue']],
  ['No. 1) Red', ['No. 1) Red']],
  ['Red, or Blue', ['Red', 'Blue']],
  ['Red (matt, soft), Blue', ['Red (matt, soft)', 'Blue']],
  ['Available in 2 colours (Red, Blue)', ['Red', 'Blue']],
  ['Red (matt | soft', ['Red (matt', 'soft']],
  ['लाल, नीला, और काला', ['लाल', 'नीला', 'काला']],
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

test.each([
  ['Red or Blue or Black', ['or'], ['Red', 'Blue', 'Black']],
  ['Red and/or Blue', ['or'], ['Red', 'Blue']],
  ['Red, or Blue', [], ['Red', 'Blue']],
  ['लाल या नीला', ['or'], ['लाल', 'नीला']],
  ['Red-Dark blue-Black', ['-'], ['Red', 'Dark blue', 'Black']],
  ['Red&Blue', ['&'], ['Red', 'Blue']],
  ['Mug+Pen', ['+'], ['Mug', 'Pen']],
  ['Red (matt / soft) / Blue', ['/'], ['Red (matt / soft)', 'Blue']],
  ['Red (matt / soft)', [], ['Red (matt / soft)']],
  ['Off-white', [], ['Off-white']],
  ['T-shirt-XL', [], ['T-shirt-XL']],
  ['All-in-one', [], ['All-in-one']],
  ['R&D', [], ['R&D']],
  ['A+ grade', [], ['A+ grade']],
  ['Mug - 1 pc, Pen - 2', [], ['Mug - 1 pc', 'Pen - 2']],
  ['Mug - 1 pc - Pen - 2 nos', ['-'], ['Mug - 1 pc', 'Pen - 2 nos']],
])('"%s" may be separated by %j, and then has %j', (cell, signs, names) => {
  expect(unclearIn(cell, {})).toEqual(signs)
  expect(namesIn(cell, { signs: ['/', '-', '&', 'or', '+'] })).toEqual(names)
})

test.each([
  [
    ['2 x Cup', 'Cup lid x 2', 'Tray (1 pc)'],
    ['2 Cup', '2 Cup lid', '1 Tray'],
  ],
  [
    ['Mug - 1 pc', 'Pen – 2 Nos.'],
    ['1 Mug', '2 Pen'],
  ],
  [
    ['Mug-1pc', 'Pen: 2 pieces'],
    ['1 Mug', '2 Pen'],
  ],
  [
    ['2 Mugs', '1 Diary'],
    ['2 Mugs', '1 Diary'],
  ],
  [
    ['2 Mug', '1 Diary'],
    ['2 Mug', '1 Diary'],
  ],
  [
    ['Diary', '2 Steel mugs'],
    ['? Diary', '2 Steel mugs'],
  ],
  [
    ['Red 20', 'Blue 30'],
    ['20 Red', '30 Blue'],
  ],
  [['Red (100 pcs)'], ['100 Red']],
  [
    ['Red: 20', 'Dark blue (5)'],
    ['20 Red', '5 Dark blue'],
  ],
  [['Red 20'], ['? Red 20']],
  [
    ['Red 20', 'Blue'],
    ['? Red 20', '? Blue'],
  ],
  [
    ['Pantone 185', 'RAL 9005'],
    ['? Pantone 185', '? RAL 9005'],
  ],
  [
    ['Blue 072', 'Red 032'],
    ['? Blue 072', '? Red 032'],
  ],
  [
    ['Blue 1', 'Blue 2'],
    ['? Blue 1', '? Blue 2'],
  ],
  [
    ['2 in 1 pen', '4 port hub', '500 ml bottle'],
    ['? 2 in 1 pen', '? 4 port hub', '? 500 ml bottle'],
  ],
  [['3 layer tiffin'], ['? 3 layer tiffin']],
  [['5 Star Chocolates'], ['? 5 Star Chocolates']],
])('the counts of %j are %j', (names, counts) => {
  expect(countedNames(names).map(({ name, quantity = '?' }) => `${quantity} ${name}`)).toEqual(counts)
})
