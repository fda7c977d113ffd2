import { expect, test } from 'vitest'

import { givenFields, giftsOf, otherState } from './buyer-details.ts'

const line = {
  id: 'mug',
  product_id: null,
  code: null,
  name: 'Mug',
  colour: null,
  note: null,
  group: null,
  option: null,
  hsn: null,
  gst_rate: 1800,
  is_charge: false,
  image_url: null,
  quantities: [
    { quantity: 100, price_paise: 1 },
    { quantity: 500, price_paise: 1 },
  ],
}
const place = { state: '27', tax: 'cgst_sgst', why: 'delivery' } as const

test('gifts are the pieces of a choice without its charges', () => {
  const lines = [line, { ...line, id: 'freight', is_charge: true }]
  expect(giftsOf({ lines }, {})).toBe(100)
  expect(giftsOf({ lines }, { quantities: { mug: 1 } })).toBe(500)
})

test.each([
  ['29AAPFU0939F1ZR', 'This GSTIN is of Karnataka, and the place of supply is Maharashtra.'],
  ['27AAPFU0939F1ZV', null],
  ['29AAPFU', null],
])('the state of %s beside a place of supply in Maharashtra: %s', (gstin, sentence) => {
  expect(otherState(gstin, place)).toBe(sentence)
  expect(otherState(gstin, null)).toBeNull()
})

test('the next version takes what was given, and leaves the state of the delivery to the rule', () => {
  const places = [
    { address: '2 Market Street', pin_code: '560001', quantity: 1060 },
    { address: '3 Lake Road', pin_code: '560002', quantity: 40 },
  ]
  expect(
    givenFields({ gstin: '29AAPFU0939F1ZR', billing_address: '1 Ring Road', delivery_places: places }),
  ).toEqual({
    gstin: '29AAPFU0939F1ZR',
    billing_address: '1 Ring Road',
    billing_state: '29',
    delivery_address: '1,060 to 2 Market Street, 560001\n40 to 3 Lake Road, 560002',
    delivery_state: '',
  })
  expect(givenFields({ gstin: null, billing_address: null, delivery_places: [] })).toEqual({})
})
