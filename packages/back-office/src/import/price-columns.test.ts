import { expect, test } from 'vitest'

import { findHead, matchColumns } from './import-columns.ts'
import { toRecords } from './import-format.ts'
import { breaksIn, percentIn, pieces, quantityInTitle, rupeesPerPiece } from './price-cells.ts'

const read = (...rows: readonly (readonly string[])[]) => {
  const sheet = { rows: rows.map((cells, index) => ({ number: index + 1, cells })) }
  const head = findHead(sheet.rows)
  return toRecords(sheet, head, matchColumns(head.titles))
}
const breaks = (...pairs: readonly (readonly [quantity: number, rupees: number])[]) =>
  pairs.map(([quantity, rupees]) => ({ quantity, price_paise: rupees * 100 }))

test.each([
  ['100 Pcs', 100],
  ['1,000+ Pcs', 1000],
  ['100-249', 100],
  ['250 to 499 nos', 250],
  ['500 & above', 500],
  ['Above 499', 500],
  ['Upto 99', 1],
  ['< 100', 1],
  ['5K', 5000],
  ['Price for 100 pcs', 100],
  ['Rate @ 500 (Rs.)', 500],
  ['Price per box of 12', undefined],
  ['500 ml', undefined],
  ['2025 pcs', 2025],
  ['2,025', 2025],
  ['2000', 2000],
  ['1000-2025', 1000],
  ['2010-2499', 2010],
  ['25-49', 25],
  ['Price 2025', undefined],
  ['Price 2025-26', undefined],
  ['Rate 2025/2026 per pc', undefined],
  ['Price 25-26', undefined],
  ['Rate w.e.f. 01/04/2025', undefined],
  ['Price 1.4.25', undefined],
  ['₹ 2025', undefined],
  ['Catalogue 2026', undefined],
  ['Image 1', undefined],
  ['GST 18%', undefined],
])('the title "%s" names the quantity %s', (title, quantity) => {
  expect(quantityInTitle(title)?.quantity).toBe(quantity)
})

test('the year in a title is no part of what the column is, and the latest of several is taken', () => {
  expect(matchColumns(['Item Code 2025', 'Product Name', 'Price 2025-26', 'MRP'])).toEqual([
    'supplier_code',
    'name',
    'price',
    'mrp',
  ])
  expect(matchColumns(['Name', 'Price 2024', 'Price 2025', 'MRP 2025', 'MRP 2026'])).toEqual([
    'name',
    null,
    'price',
    null,
    'mrp',
  ])
  expect(matchColumns(['Name', 'Dealer Price (w.e.f. 01-04-2025)', 'Rate FY 25-26', '100 Pcs 2026'])).toEqual(
    ['name', 'cost', 'price', 'price_at'],
  )
  expect(matchColumns(['Name', 'Price', 'Price 2024'])).toEqual(['name', 'price', null])
})

test('titles that are quantities, numbered pairs and heads of two rows are prices by quantity', () => {
  expect(read(['Name', '100 Pcs', '250 Pcs'], ['Mug', 'Rs. 245/-', '229']).records[0]).toMatchObject({
    price_breaks: breaks([100, 245], [250, 229]),
  })
  expect(
    read(['Name', 'Qty 1', 'Price 1', 'Qty 2', 'Price 2'], ['Mug', '100', '245', '250 pcs', '229'])
      .records[0],
  ).toMatchObject({ price_breaks: breaks([100, 245], [250, 229]) })
  expect(
    read(['Item Code', 'Name', 'Price per piece', ''], ['', '', '100', '250'], ['M-1', 'Mug', '245', '229'])
      .records[0],
  ).toMatchObject({ number: 3, price_breaks: breaks([100, 245], [250, 229]) })
  expect(
    read(
      ['Item Code', 'Name', '100-249 pcs', '250 & above'],
      ['', '', 'Rate', 'Rate'],
      ['M-1', 'Mug', '245', 'on request'],
    ).records[0],
  ).toMatchObject({ number: 3, price_breaks: breaks([100, 245]) })
})

test('a price that cannot be read is left out, and the others stay', () => {
  const { records, warnings } = read(['Name', '100 Pcs', '250 Pcs'], ['Mug', 'ask', '229'])
  expect(records[0]).toMatchObject({ price_breaks: breaks([250, 229]), errors: {} })
  expect(warnings).toEqual([
    {
      number: 2,
      errors: { price_at: expect.stringContaining('"ask" is left out. Price must be an amount') },
    },
  ])
})

test('the dealer price is the cost, and the maximum retail price never is', () => {
  expect(matchColumns(['Name', 'MRP', 'Dealer Price'])).toEqual(['name', 'mrp', 'cost'])
  expect(matchColumns(['Name', 'Cost (MRP)', 'DP'])).toEqual(['name', 'mrp', 'cost'])
  expect(matchColumns(['Name', 'M.R.P.', 'Net Rate (Rs.)'])).toEqual(['name', 'mrp', 'cost'])
  expect(matchColumns(['Name', 'Price', 'MRP'])).toEqual(['name', 'price', 'mrp'])
  expect(matchColumns(['Name', 'MRP', '100 Pcs MRP', '250 Pcs MRP'])).toEqual(['name', 'mrp', null, null])
})

test.each([
  ['INR 245', '', 'INR 245'],
  ['245 per pc', '', '245'],
  ['245/pc + GST', '', '245'],
  ['Rs. 1,245.50/- only', '', 'Rs. 1,245.50'],
  ['approx. 245', '', '245'],
  ['2.45E+2', '', '245'],
  ['1 245.00', '', '1245.00'],
  ['245 + 18% GST', '', '245'],
  ['245 plus GST @ 18% extra', '', '245'],
  ['245 (GST 18% extra)', '', '245'],
  ['245,50', '', '245,50'],
  ['245,50 per dozen', '', '245,50 per dozen'],
  ['FOC', '', '0'],
  ['1,200 per box of 12', '', '100.00'],
  ['240/doz', '', '20.00'],
  ['1200', 'Price per box (12 pcs)', '100.00'],
  ['245', 'Price (gift box)', '245'],
])('"%s" under "%s" is %s rupees of one piece', (cell, title, rupees) => {
  expect(rupeesPerPiece(cell, title)).toBe(rupees)
})

test.each([
  ['MOQ 100 Nos', '100'],
  ['Min. order 25', '25'],
  ['100+', '100'],
  ['1 box (12 pcs)', '12'],
  ['2 cartons of 50', '100'],
  ['1 dozen', '12'],
  ['5K', '5000'],
  ['100 pcs per colour', '100'],
  ['1,50,000', '150000'],
  ['1,50 pcs', '1,50 pcs'],
  ['1 box', '1 box'],
])('"%s" are %s pieces', (cell, count) => {
  expect(pieces(cell)).toBe(count)
})

test.each([
  ['100:245,250:229', '100:245 250:229'],
  ['100:1,245,250:1,199', '100:1,245 250:1,199'],
  ['1,000:245,2,000:229', '1000:245 2000:229'],
  ['100:245,250:1,199,500:999', '100:245 250:1,199 500:999'],
  ['100/245, 250/229', '100:245 250:229'],
  ['100/245/250/229', '100:245 250:229'],
  ['100: 245/- / 250: 229/-', '100:245 250:229'],
  ['100nos-245/250nos-229', '100:245 250:229'],
  ['100 @ 245', '100:245'],
])('the prices by quantity in "%s" are %s', (cell, breaksOfCell) => {
  expect(
    breaksIn(cell, '')
      .map(({ quantity, price }) => `${quantity}:${price}`)
      .join(' '),
  ).toBe(breaksOfCell)
})

test.each([
  ['CGST 9% + SGST 9%', '18'],
  ['IGST 18% / CGST 9% / SGST 9%', '18'],
  ['9+9', '18'],
  ['CGST 9%, UTGST 9%', '18'],
  ['GST 18%, IGST 18%', '18'],
  ['GST 18% + IGST 18%', '18'],
  ['IGST 5% / GST 5%', '5'],
  ['IGST, CGST 9% + SGST 9%', undefined],
  ['18/18', undefined],
  ['18 %(IGST)', '18'],
  ['GST extra 18%', '18'],
  ['18% GST included', '18'],
  ['@18', '18'],
  ['0.03', '3'],
  ['.18', '18'],
  ['0.05%', '0.05'],
  ['CGST 18% + SGST 18%', undefined],
  ['CGST 9%', undefined],
  ['CGST @ 2.5% & SGST @ 2.5%', '5'],
  ['12.5%', '12.5'],
  ['0.25', '0.25'],
  ['12+6', undefined],
  ['18/28', undefined],
  ['28 + 28', undefined],
  ['18% above 1000', undefined],
  ['GST extra', undefined],
])('the tax rate "%s" is %s', (cell, rate) => {
  expect(percentIn(cell)).toBe(rate)
})
