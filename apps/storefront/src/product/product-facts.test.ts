import type { ProductFacts } from '@giftwell/shared/catalogue/product-details.ts'
import { expect, test } from 'vitest'

import { factsOf } from './product-facts.ts'

const textOf = (product: ProductFacts, wanted: string) =>
  factsOf(product).find(({ term }) => term === wanted)?.values

test.each<[string, ProductFacts, string]>([
  ['Minimum quantity', { min_quantity: 50 }, 'from 50 pieces'],
  ['Minimum quantity', { min_quantity: 1 }, 'from 1 piece'],
  ['Minimum quantity', { min_quantity: 100_000 }, 'from 1,00,000 pieces'],
  ['Lead time', { lead_days_from: 10, lead_days_to: 15 }, '10 to 15 working days'],
  ['Lead time', { lead_days_from: 7, lead_days_to: 7 }, '7 working days'],
  ['Lead time', { lead_days_to: 1 }, 'up to 1 working day'],
  ['Lead time', { lead_days_from: 3 }, 'from 3 working days'],
  ['Size', { length_mm: 210, width_mm: 150, height_mm: 20 }, '21 × 15 × 2 cm'],
  ['Size', { length_mm: 210, width_mm: 148, height_mm: 20 }, '210 × 148 × 20 mm'],
  ['Size', { length_mm: 210, width_mm: 150 }, '21 × 15 cm'],
  ['Size', { width_mm: 65, height_mm: 240 }, '65 mm wide, 240 mm high'],
  ['Size', { height_mm: 240 }, '24 cm high'],
  ['Capacity', { capacity_ml: 750 }, '750 ml'],
  ['Capacity', { capacity_ml: 1000 }, '1 litre'],
  ['Capacity', { capacity_ml: 1500 }, '1.5 litres'],
  ['Weight', { weight_g: 999 }, '999 g'],
  ['Weight', { weight_g: 1250 }, '1.25 kg'],
])('%s of %j reads "%s"', (term, product, text) => {
  expect(textOf(product, term)).toEqual([text])
})

test('branding has a line for each method, with its area and number of colours where they are known', () => {
  const branding = [
    { name: 'Screen printing', area: '40 × 60 mm', colours: 2 },
    { name: 'Embroidery', colours: 1 },
    { name: 'Engraving' },
  ]
  expect(textOf({ branding }, 'Branding')).toEqual([
    'Screen printing, 40 × 60 mm, up to 2 colours',
    'Embroidery, 1 colour',
    'Engraving',
  ])
})

test('a set lists its parts, and colours are one text', () => {
  expect(textOf({ parts: [{ name: 'Mug', quantity: 2 }] }, 'In the set')).toEqual(['2 × Mug'])
  const colours = ['Red', 'Blue'].map((name) => ({ name, hex: '#000000' }))
  expect(textOf({ colours }, 'Colours')).toEqual(['Red, Blue'])
})

test('what is unknown or empty has no fact', () => {
  expect(factsOf({})).toEqual([])
  expect(factsOf({ colours: [], branding: [], parts: [], material: '', description: 'Text' })).toEqual([])
})
