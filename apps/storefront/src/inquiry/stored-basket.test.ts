import { describe, expect, test } from 'vitest'

import { addToBasket, isInBasket, parseStoredBasket, removeFromBasket, storedBasket } from './basket.ts'

const mug = { id: 'mug', name: 'Copper Mug', imageUrl: '/mug.webp' }
const pen = { id: 'pen', name: 'Brass Pen', imageUrl: null }

describe('the basket', () => {
  test('keeps products in the order in which they were added', () => {
    expect(addToBasket(addToBasket([], mug), pen)).toEqual([mug, pen])
  })

  test('takes a product once', () => {
    const basket = addToBasket([], mug)
    expect(addToBasket(basket, { ...mug, name: 'Renamed' })).toBe(basket)
  })

  test('removes one product and keeps the others', () => {
    expect(removeFromBasket([mug, pen], 'mug')).toEqual([pen])
    expect(isInBasket([pen], 'mug')).toBe(false)
    expect(isInBasket([pen], 'pen')).toBe(true)
  })
})

describe('a stored basket', () => {
  test('comes back as it was', () => {
    const bottle = {
      id: 'bottle',
      name: 'Steel Bottle',
      imageUrl: '/7.webp',
      imageWidths: [320, 480],
      colour: 'Red',
    }
    expect(parseStoredBasket(storedBasket([mug, pen, bottle]))).toEqual([mug, pen, bottle])
  })

  test.each([['480'], [7], [['480']], [[null]]])('ignores invalid widths: %j', (imageWidths) => {
    const stored = JSON.stringify({ version: 1, items: [{ ...mug, imageWidths }] })
    expect(parseStoredBasket(stored)).toEqual([mug])
  })

  test.each([
    ['nothing stored', null],
    ['no JSON', '{"items":['],
    ['another version', '{"version":2,"items":[]}'],
    ['no list', '{"version":1,"items":"mug"}'],
    ['a bare value', '7'],
    ['null', 'null'],
  ])('is empty when it is unreadable: %s', (_name, stored) => {
    expect(parseStoredBasket(stored)).toEqual([])
  })

  test('drops invalid entries and duplicates', () => {
    const items = [mug, { id: 7 }, null, { id: 'x', name: 'No picture field' }, mug, pen]
    expect(parseStoredBasket(JSON.stringify({ version: 1, items }))).toEqual([mug, pen])
  })
})
