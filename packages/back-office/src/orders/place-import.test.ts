import { expect, test } from 'vitest'

import type { OrderLine } from './order-requests.ts'
import { placesOf } from './place-import.ts'

const line: OrderLine = {
  id: 'l',
  line_id: 'm',
  quantity: 100,
  needs_proof: false,
  state: 'packed',
  name: 'Steel  Mug',
  product_id: null,
  code: null,
  note: null,
  image_url: null,
  dispatched: 0,
  delivered: 0,
  is_approved: true,
  proofs: [],
}
const sheet = (...rows: readonly (readonly string[])[]) => ({
  rows: rows.map((cells, index) => ({ number: index + 1, cells })),
})

test('a sheet of addresses is read by its titles, with the parts of an address joined', () => {
  expect(
    placesOf(
      sheet(
        ['Employee name', 'Address', 'City', 'Pincode', 'Mobile', 'Gift', 'Qty', 'Deliver by'],
        ['Asha Rao', '1 Home Lane', 'Pune', '411 001', '98765', 'steel mug', '1,200', '05/12/26'],
        ['', '2 Home Lane', '', '', '', '', '', '2026-12-06'],
      ),
      [line],
    ),
  ).toEqual({
    problems: [],
    places: [
      {
        line_id: 'm',
        recipient: 'Asha Rao',
        address: '1 Home Lane, Pune',
        pin_code: '411001',
        phone: '98765',
        quantity: 1200,
        deliver_on: '2026-12-05',
      },
      {
        line_id: null,
        recipient: null,
        address: '2 Home Lane',
        pin_code: null,
        phone: null,
        quantity: 1,
        deliver_on: '2026-12-06',
      },
    ],
    read: [
      { what: 'PIN code', titles: ['Pincode'] },
      { what: 'Address', titles: ['Address', 'City'] },
      { what: 'Phone', titles: ['Mobile'] },
      { what: 'Quantity', titles: ['Qty'] },
      { what: 'Deliver on', titles: ['Deliver by'] },
      { what: 'Gift', titles: ['Gift'] },
      { what: 'Recipient', titles: ['Employee name'] },
    ],
    leftOut: [],
  })
})

test('a row that cannot be read is left out with a sentence', () => {
  const titles = ['Address', 'PIN', 'Qty', 'Gift', 'Deliver on']
  const { places, problems } = placesOf(
    sheet(
      titles,
      ['', '411001'],
      ['A', '4110'],
      ['A', '', 'none'],
      ['A', '', '1', 'Kettle'],
      ['A', '', '1', '', '31/02/2027'],
      ['A', '411001'],
    ),
    [line],
  )
  expect(places).toHaveLength(1)
  expect(problems).toEqual([
    'Row 2: the address is missing.',
    'Row 3: a PIN code has six digits.',
    'Row 4: “none” is no quantity.',
    'Row 5: “Kettle” is not in the order.',
    'Row 6: “31/02/2027” is no day like 2026-12-31.',
  ])
})

test('a sheet without addresses has none', () => {
  expect(placesOf(sheet(['Name'], ['Asha']), [line])).toEqual({
    places: [],
    problems: ['The first row has no title “Address”.'],
    read: [{ what: 'Recipient', titles: ['Name'] }],
    leftOut: [],
  })
})

test('usual titles are taken for what they are, and the rest is left out', () => {
  const titles = ['Employee ID', 'Email address', 'Employee Name', 'Hotel', 'Postal address', 'Postal code']
  const read = placesOf(sheet(titles, ['E17', 'a@b.example', 'Asha Rao', 'Taj', '1 Home Lane', '411001']), [
    line,
  ])
  expect(read.places).toMatchObject([
    { recipient: 'Asha Rao', address: '1 Home Lane', pin_code: '411001', phone: null },
  ])
  expect(read.leftOut).toEqual(['Employee ID', 'Email address', 'Hotel'])
  expect(
    placesOf(sheet(['Employee', 'Name', 'Address'], ['17', 'Asha Rao', 'A']), [line]).places,
  ).toMatchObject([{ recipient: 'Asha Rao' }])
})
