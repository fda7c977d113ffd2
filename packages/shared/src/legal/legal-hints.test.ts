import { describe, expect, test } from 'vitest'

import {
  highestRate,
  isPharmaceutical,
  legalHints,
  needsChecking,
  pharmaReasons,
  taxOfParts,
} from './legal-hints.ts'

test('every hint has a text, a clause, a source on the web and the day on which it was checked', () => {
  for (const hint of Object.values(legalHints)) {
    expect(hint.text).toMatch(/\.$/)
    expect(hint.clause).toMatch(/UCPMP 2024|section|rule/)
    expect(new URL(hint.source.url).protocol).toBe('https:')
    expect(new Date(hint.checkedOn).toISOString().slice(0, 10)).toBe(hint.checkedOn)
  }
})

test('a hint asks to be checked once it is older than a year', () => {
  const hint = { checkedOn: '2026-11-28' }
  expect(needsChecking(hint, '2027-11-28')).toBe(false)
  expect(needsChecking(hint, '2027-11-29')).toBe(true)
  expect(needsChecking(hint, '2028-01-01')).toBe(true)
})

describe('a gift of a pharmaceutical company', () => {
  test.each([
    ['at Rs.1000 and marked', true, { paise: 100_000 }, []],
    ['a paisa above it', true, { paise: 100_001 }, ['above Rs.1000 each']],
    ['not marked', false, { paise: 50_000 }, ['not marked as a brand reminder']],
    ['without a price yet', true, { paise: null }, []],
    ['both', false, { paise: 200_000 }, ['above Rs.1000 each', 'not marked as a brand reminder']],
    ['in the band up to Rs.1000', true, { band: 'Rs.500-1000' }, []],
    ['in the band from Rs.1000', true, { band: 'Rs.1000-2000' }, ['above Rs.1000 each, by its budget band']],
    ['in the highest band', true, { band: 'Rs.2000+' }, ['above Rs.1000 each, by its budget band']],
    ['without a band', true, { band: null }, []],
  ] as const)('%s', (_name, isBrandReminder, highest, reasons) => {
    expect(pharmaReasons({ isBrandReminder, highest })).toEqual(reasons)
  })
})

test('a company is pharmaceutical by its name or by the industry of a product', () => {
  expect(isPharmaceutical('Meridian Pharma Ltd', false)).toBe(true)
  expect(isPharmaceutical('Reddy Laboratories', false)).toBe(true)
  expect(isPharmaceutical('Meridian Bank', true)).toBe(true)
  expect(isPharmaceutical('Meridian Bank', false)).toBe(false)
})

test('a 40 % drink in a hamper of Rs.1000 makes GST Rs.400 as one mixed supply, and Rs.85 itemised', () => {
  const parts = [
    { name: 'Sweets', gst_rate: 500, taxable: 90_000 },
    { name: 'Drink', gst_rate: 4000, taxable: 10_000 },
  ]
  expect(taxOfParts(parts)).toEqual({ itemised: 8500, mixed: 40_000 })
  expect(highestRate(parts)).toBe(4000)
  expect(highestRate([{ name: 'Card', gst_rate: null }])).toBeNull()
})
