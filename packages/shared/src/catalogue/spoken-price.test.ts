import { expect, test } from 'vitest'

import { spokenFilters, spokenPrice, spokenQuantity } from './spoken-price.ts'

const upTo500 = ['Rs.10-100', 'Rs.100-500']
const upTo1000 = [...upTo500, 'Rs.500-1000']

test.each([
  ['under 500', 'Up to Rs.500', upTo500, ''],
  ['hamper under 1000', 'Up to Rs.1000', upTo1000, 'hamper'],
  ['below Rs 1000', 'Up to Rs.1000', upTo1000, ''],
  ['Below Rs. 1,000 diwali', 'Up to Rs.1000', upTo1000, 'diwali'],
  ['upto ₹2k bottle', 'Up to Rs.2000', [...upTo1000, 'Rs.1000-2000'], 'bottle'],
  ['1000 ke andar hamper', 'Up to Rs.1000', upTo1000, 'hamper'],
  ['mug 500 se kam', 'Up to Rs.500', upTo500, 'mug'],
  ['pens less than rs.50', 'Up to Rs.50', ['Rs.10-100'], 'pens'],
  ['under 300 32 GB pen drive', 'Up to Rs.300', upTo500, '32 GB pen drive'],
  ['500-1000', 'Rs.500-1000', ['Rs.500-1000'], ''],
  ['bags ₹500 to ₹1,500', 'Rs.500-1500', ['Rs.500-1000', 'Rs.1000-2000'], 'bags'],
  ['between 100 and 500 mugs', 'Rs.100-500', ['Rs.100-500'], 'mugs'],
  ['above 2000 watch', 'From Rs.2000', ['Rs.2000+'], 'watch'],
  ['trophy 1000 and above', 'From Rs.1000', ['Rs.1000-2000', 'Rs.2000+'], 'trophy'],
  ['rs 300 mug', 'Rs.100-500', ['Rs.100-500'], 'mug'],
  ['mug 300/-', 'Rs.100-500', ['Rs.100-500'], 'mug'],
  ['500 rupees diary', 'Rs.100-500', ['Rs.100-500'], 'diary'],
  ['300 mug', 'Rs.100-500', ['Rs.100-500'], 'mug'],
  ['no more than 500', 'Up to Rs.500', upTo500, ''],
  ['mug not above rs 500', 'Up to Rs.500', upTo500, 'mug'],
  ['bellow 1000 hamper', 'Up to Rs.1000', upTo1000, 'hamper'],
  ['<= 500', 'Up to Rs.500', upTo500, ''],
  ['500 ke neeche', 'Up to Rs.500', upTo500, ''],
  ['1000 ke under ka hamper', 'Up to Rs.1000', upTo1000, 'hamper'],
  ['paanch sau ke andar', 'Up to Rs.500', upTo500, ''],
  ['under one thousand', 'Up to Rs.1000', upTo1000, ''],
  ['my budget is 1000', 'Up to Rs.1000', upTo1000, ''],
  ['under 500 per piece', 'Up to Rs.500', upTo500, ''],
  ['above 1000 below 2000', 'Rs.1000-2000', ['Rs.1000-2000'], ''],
  ['price range from 500 to 1000', 'Rs.500-1000', ['Rs.500-1000'], ''],
  ['500 aur 1000 ke beech', 'Rs.500-1000', ['Rs.500-1000'], ''],
  ['2000 plus', 'From Rs.2000', ['Rs.2000+'], ''],
  ['500 rupaye diary', 'Rs.100-500', ['Rs.100-500'], 'diary'],
  ['gift in 500 rupees', 'Rs.100-500', ['Rs.100-500'], 'gift'],
  ['mug @ 300', 'Rs.100-500', ['Rs.100-500'], 'mug'],
  ['500 wala mug', 'Rs.100-500', ['Rs.100-500'], 'mug'],
  ['around 500', 'Rs.100-500 or Rs.500-1000', ['Rs.100-500', 'Rs.500-1000'], ''],
  ['approx. 300 rs', 'Rs.100-500', ['Rs.100-500'], ''],
  ['499 glass', 'Rs.100-500', ['Rs.100-500'], 'glass'],
])('%j says the price %s', (q, label, bands, rest) => {
  expect(spokenPrice(q)).toMatchObject({ label, bands, rest })
})

test('the words that say a price are what is left when the others are removed', () => {
  expect(spokenPrice('hamper under 1000 for diwali')?.said).toBe('under 1000')
})

test.each([
  '32 GB pen drive',
  '500 ml bottle',
  'under 500 ml bottle',
  '500-1000 ml flask',
  'diary 2026',
  '2027 diary',
  'planner 2026-27',
  'planner 2026-2027',
  'A5 notebook',
  'set of 4',
  'LX-4021',
  'tb 750',
  'power bank 20000',
  '10000mah',
  '100 mugs',
  '300 people',
  'around 300 mugs',
  'about 500 employees',
  'mug for 300',
  '5 in 1 pen',
  'calendar in 2027',
  'paanch',
  '999 silver coin',
  '180 gsm t-shirt',
  '24 carat gold',
  '20 inch trolley',
  'under',
  'under 5',
  'rs',
  '%',
  '',
])('%j says no price', (q) => {
  expect(spokenPrice(q)).toBeUndefined()
})

test.each([
  ['250 pieces', '250', ''],
  ['250 pcs diary', '250', 'diary'],
  ['1,000 nos steel bottle', '1000', 'steel bottle'],
  ['mugs for 300 employees', '300', 'mugs'],
  ['diwali hamper 50 units', '50', 'diwali hamper'],
  ['250 pieces gift box', '250', 'gift box'],
  ['200 pieces welcome kit', '200', 'welcome kit'],
  ['300 pcs pen set', '300', 'pen set'],
  ['50 employees welcome kit', '50', 'welcome kit'],
  ['250+ pieces', '250', ''],
  ['50 piece', '50', ''],
  ['100 pc diary', '100', 'diary'],
  ['1k pieces', '1000', ''],
  ['1.5k pcs mug', '1500', 'mug'],
  ['qty 250', '250', ''],
  ['mug quantity: 1,000', '1000', 'mug'],
  ['at least 250 pieces mug', '250', 'mug'],
  ['250 पीस मग', '250', 'मग'],
])('%j says a quantity', (q, quantity, rest) => {
  expect(spokenQuantity(q)).toMatchObject({ quantity, rest })
})

test.each([
  '12 pcs cutlery',
  '24 pieces dinner set',
  '36 pcs puzzle box',
  'set of 36 pcs',
  '100 piece puzzle',
  '1000 pcs jigsaw puzzle',
  '101 piece tool kit',
  '250 पीसा',
  'qty',
  '250 gsm',
  '500 ml',
  '250',
])('%j says no quantity', (q) => {
  expect(spokenQuantity(q)).toBeUndefined()
})

test('a search may say a price and a quantity beside its words', () => {
  expect(spokenFilters('250 pieces steel bottle under 500')).toMatchObject({
    price: { label: 'Up to Rs.500' },
    quantity: { quantity: '250' },
    words: 'steel bottle',
  })
})
