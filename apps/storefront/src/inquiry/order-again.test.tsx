import { afterEach, expect, test } from 'vitest'

import { createBasketStore } from './basket.ts'
import { changeLine, clearInquiryDetails, inquiryDetails, inquiryOf } from './inquiry.ts'
import { orderAgain, type PastLine } from './order-again.ts'

const product = { id: 'mug', name: 'Mug', image_url: null, image_widths: null, budget: null }
const mug: PastLine = {
  name: 'Mug',
  quantity: 400,
  note: 'Blue',
  colours: null,
  product,
}
const lamp: PastLine = { ...mug, name: 'Lamp', product: null }

afterEach(() => {
  localStorage.clear()
  clearInquiryDetails()
})

test('what is gone, renamed, no longer offered in a colour, and below a new minimum quantity is said', () => {
  const store = createBasketStore()
  const now = { ...product, name: 'Cup', min_quantity: 500, colours: [{ name: 'Navy' }] }
  const colours = [
    { name: 'Red', quantity: 300 },
    { name: 'Navy', quantity: 100 },
  ]
  expect(orderAgain(store, [{ ...mug, colours, product: now }, lamp], true)).toEqual([
    '1 product added to your inquiry basket.',
    'No longer in the catalogue: Lamp.',
    'Mug: It is now named Cup. No longer offered in Red. The minimum quantity is 500.',
  ])
  expect(inquiryOf(store.get(), inquiryDetails()).lines).toEqual([
    { id: 'mug', name: 'Cup', quantity: 400, note: 'Blue', colours },
  ])
})

test('what the basket has with a quantity already stays, and that is said', () => {
  const store = createBasketStore()
  orderAgain(store, [mug], true)
  changeLine('mug', { quantity: '50' })
  expect(orderAgain(store, [mug], true)).toEqual(['Already in your basket, and unchanged: Mug.'])
  expect(inquiryDetails().lines['mug']?.quantity).toBe('50')
})

test('lines of one product in several colours become one, and a visitor is not told that what they cannot see is gone', () => {
  const store = createBasketStore()
  const red = { ...mug, quantity: 300, colours: [{ name: 'Red', quantity: 300 }] }
  const navy = { ...mug, quantity: 100, note: 'Gift wrap', colours: [{ name: 'Navy', quantity: 100 }] }
  expect(orderAgain(store, [red, navy, lamp], false)).toEqual([
    '1 product added to your inquiry basket.',
    'No longer in the catalogue that you see without an account: Lamp.',
  ])
  expect(inquiryOf(store.get(), inquiryDetails()).lines).toEqual([
    {
      id: 'mug',
      name: 'Mug',
      quantity: 400,
      note: 'Blue; Gift wrap',
      colours: [...red.colours, ...navy.colours],
    },
  ])
})

test('a line without colours beside one with them counts as a whole', () => {
  const store = createBasketStore()
  orderAgain(
    store,
    [
      { ...mug, colours: [{ name: 'Red', quantity: 300 }] },
      { ...mug, quantity: 100 },
    ],
    true,
  )
  expect(inquiryOf(store.get(), inquiryDetails()).lines).toMatchObject([
    { quantity: 500, colours: [{ name: 'Red', quantity: null }] },
  ])
})
