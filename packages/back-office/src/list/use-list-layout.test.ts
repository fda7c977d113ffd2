import { expect, test } from 'vitest'

import { placeColumns, placesText } from './use-list-layout.ts'

const column = (header: string) => ({
  header,
  cell: () => '',
  ...(header === 'Name' && { look: 'name' as const }),
})
const columns = ['Image', 'Name', 'Doctor Types', 'Budget'].map(column)

/** The columns as a text places them: hidden ones in brackets, with their widths. */
const placed = (text: string) =>
  placeColumns(text, columns).map(({ column: { header }, isShown, width }) =>
    [isShown ? header : `(${header})`, width].filter((part) => part !== undefined).join(' '),
  )
const byDefault = ['Image', 'Name', 'Doctor Types', 'Budget']

test('columns are in the order of the text, with its widths, and without those behind a minus', () => {
  expect(placed('Budget_120.-Image.Name.Doctor Types_300')).toEqual([
    'Budget 120',
    '(Image)',
    'Name',
    'Doctor Types 300',
  ])
})

test('the columns are as by default without a text', () => {
  expect(placed('')).toEqual(byDefault)
})

test('the name is always shown', () => {
  expect(placed('-Name.-Image.-Doctor Types.-Budget')).toEqual([
    'Name',
    '(Image)',
    '(Doctor Types)',
    '(Budget)',
  ])
})

test('a column that the text does not have follows the one before it by default', () => {
  expect(placed('Budget.Name')).toEqual(['Image', 'Budget', 'Name', 'Doctor Types'])
})

test.each(['Price.__proto__', '.-._.-_5', '{"columns": 7}', 'Budget_x.Budget_99999', '\u0000'])(
  'a text that is of no columns, %j, is ignored',
  (text) => {
    expect(placed(text)).toEqual(byDefault)
  },
)

test('a column is placed once, and its width has limits', () => {
  expect(placed('Budget_1.Image_9999.Budget_300')).toEqual([
    'Budget 48',
    'Image 1200',
    'Name',
    'Doctor Types',
  ])
})

test.each(['', 'Budget_120.-Image.Name.Doctor Types', 'Image.Name_240.Doctor Types.-Budget'])(
  'the text %j is made again of the columns that it places',
  (text) => {
    expect(placesText(placeColumns(text, columns), columns)).toBe(text)
  },
)

test('an extra column is hidden until it is chosen', () => {
  const withExtra = [...columns, { ...column('Supplier code'), isExtra: true }]
  const extra = (text: string) => placeColumns(text, withExtra).at(-1)?.isShown
  expect(extra('')).toBe(false)
  expect(placesText(placeColumns('', withExtra), withExtra)).toBe('')
  const shown = placeColumns('', withExtra).map((one) => ({ ...one, isShown: true }))
  expect(extra(placesText(shown, withExtra))).toBe(true)
})
