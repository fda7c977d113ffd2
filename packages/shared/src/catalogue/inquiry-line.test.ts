import { expect, test } from 'vitest'

import { coloursText, lineHints } from './inquiry-line.ts'

const product = { min_quantity: 50, lead_days_from: 3, lead_days_to: 5 }
/** A Friday. */
const today = new Date(2026, 10, 27, 15)

test('colours have their quantities, unless one has all of them', () => {
  const red = { name: 'Red', quantity: 1200 }
  expect(coloursText([red, { name: 'Blue', quantity: null }])).toBe('Red (1,200), Blue')
  expect(coloursText([red])).toBe('Red')
})

test('a quantity below the minimum and a date before the lead time are said', () => {
  expect(lineHints(product, { quantity: 49 }, '2026-12-03', today)).toEqual([
    'The minimum quantity is 50.',
    'It takes 3 to 5 working days; 4 are left.',
  ])
})

test('enough, in time, or unknown needs no hint', () => {
  expect(lineHints(product, { quantity: 50 }, '2026-12-04', today)).toEqual([])
  expect(lineHints(product, { quantity: null }, '', today)).toEqual([])
  expect(lineHints({}, { quantity: 1 }, '2026-11-27', today)).toEqual([])
  const unknown = { min_quantity: null, lead_days_from: null, lead_days_to: null }
  expect(lineHints(unknown, { quantity: 1 }, '2026-11-27', today)).toEqual([])
})

test('a date that is past leaves no days', () => {
  expect(lineHints({ lead_days_to: 1 }, { quantity: null }, '2026-11-01', today)).toEqual([
    'It takes 1 working day; 0 are left.',
  ])
})

test('colours that the product has no more are said, and none of a product whose colours are not known', () => {
  const colours = ['Red', 'mint', 'Teal'].map((name) => ({ name, quantity: null }))
  const line = { quantity: null, colours }
  expect(lineHints({ colours: [{ name: 'red' }, { name: 'Mint' }] }, line, '', today)).toEqual([
    'No longer offered in Teal.',
  ])
  expect(lineHints({ colours: [] }, line, '', today)).toEqual(['No longer offered in Red, mint or Teal.'])
  expect(lineHints({}, line, '', today)).toEqual([])
})
