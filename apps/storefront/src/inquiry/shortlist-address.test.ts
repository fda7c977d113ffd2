import { deflateRawSync } from 'node:zlib'

import { expect, test } from 'vitest'

import {
  maxKeys,
  readShortlist,
  type Shortlist,
  shortlistFragment,
  type ShortlistItem,
} from './shortlist-address.ts'

const mug = { id: '0abcdef1-0000-4000-8000-000000000001', quantity: 400, note: 'Blue “mugs”, 🎁' }
const pen = { id: '0abcdef1-0000-4000-8000-000000000002', quantity: null, note: '' }

const redAndBlue = [
  { name: 'Red', quantity: 300 },
  { name: 'Blue', quantity: 100 },
]

const basketOf = (...items: readonly ShortlistItem[]): Shortlist => ({
  items,
  from: '',
  message: '',
  neededBy: '',
  deliveryCity: '',
})

/** A link's fragment as anyone could write it. */
const written = (content: unknown) =>
  deflateRawSync(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url')

test('a basket comes back as it was shared', async () => {
  const shared = {
    items: [
      { ...mug, key: 'AAAAAAAAAAAAAAAAAAAA-_', colours: [...redAndBlue] },
      { ...pen, answer: 'no' as const, comment: 'Too plain' },
    ],
    from: 'Buyer',
    message: 'For Diwali\nPlease choose',
    neededBy: '2027-10-01',
    deliveryCity: 'Pune',
  }
  const fragment = await shortlistFragment(shared)
  expect(fragment).toMatch(/^[\w-]+$/)
  expect(await readShortlist(fragment)).toEqual(shared)
})

test('a basket of a thousand products fits into a link', async () => {
  const items = Array.from({ length: 1000 }, (_none, index) => ({
    id: `0abcdef1-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
    quantity: index + 1,
    note: `Note ${index} `.repeat(16).trim(),
  }))
  expect(await readShortlist(await shortlistFragment(basketOf(...items)))).toEqual(basketOf(...items))
})

test('a product that is there twice counts once, and characters that no field can hold are dropped', async () => {
  const items = [{ ...mug, note: 'one\ntwo\u0000\u{1b}three \ud800' }, pen, { id: pen.id }]
  expect(await readShortlist(written({ items }))).toEqual(
    basketOf({ ...mug, note: 'one two three \ufffd' }, pen),
  )
})

test.each([
  [0, 1],
  [-7, 1],
  [1.5, 2],
  [1_000_001, 1_000_000],
])('a quantity of %d is put right to %d, and marked', async (quantity, right) => {
  const items = [{ ...mug, quantity }]
  expect(await readShortlist(written({ items }))).toEqual(
    basketOf({ ...mug, quantity: right, isCorrected: true }),
  )
})

test('the quantity of a product is the sum of its colours', async () => {
  const items = [{ ...mug, quantity: 7, colours: redAndBlue }]
  expect((await readShortlist(written({ items })))?.items).toEqual([{ ...mug, colours: redAndBlue }])
})

test.each([
  ['no list', { name: 'Red' }],
  ['too many', Array.from({ length: 51 }, (_none, index) => ({ name: `Red ${index}` }))],
  ['one without a name', [{ quantity: 300 }]],
  ['one twice', [{ name: 'Red' }, { name: 'red' }]],
  ['a text as quantity', [{ name: 'Red', quantity: '300' }]],
  ['no quantity that a field can hold', [{ name: 'Red', quantity: 0 }]],
  [
    'more than a line can have',
    [
      { name: 'Red', quantity: 1_000_000 },
      { name: 'Blue', quantity: 1 },
    ],
  ],
])('colours of another form are left out: %s', async (_name, colours) => {
  expect((await readShortlist(written({ items: [{ ...mug, colours }] })))?.items).toEqual([mug])
})

test.each([
  ['nothing', ''],
  ['no base64url', 'a+b/c='],
  ['no compressed data', 'AAAA'],
  ['a link that was cut', written({ items: [mug, pen] }).slice(0, -8)],
  ['no JSON', written('items')],
  ['no text', deflateRawSync(Uint8Array.of(0xff, 0xfe, 0x22)).toString('base64url')],
  ['JSON nested deeply', written(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)],
  ['another value', written(7)],
  ['null', written(null)],
  ['no list', written({ items: { length: 1 } })],
  ['an empty list', written({ items: [] })],
  ['too many products', written({ items: Array.from({ length: 1001 }, () => pen) })],
  ['no product', written({ items: [null] })],
  ['an id of another form', written({ items: [{ id: 'x),id.gt.(0' }] })],
  ['an id that is no text', written({ items: [{ id: [mug.id] }] })],
  ['a text as quantity', written({ items: [{ ...mug, quantity: '4' }] })],
  ['a note that is too long', written({ items: [{ ...mug, note: 'x'.repeat(201) }] })],
  ['a note that is no text', written({ items: [{ ...mug, note: { toString: 'x' } }] })],
  ['too many characters', `${written({ items: [mug] })}${'A'.repeat(100_000)}`],
])('%s is no basket', async (_name, fragment) => {
  expect(await readShortlist(fragment)).toBeNull()
})

test('a link that unpacks to hundreds of megabytes is refused before it is unpacked', async () => {
  const bomb = deflateRawSync(Buffer.alloc(60_000_000, ' ')).toString('base64url')
  expect(bomb.length).toBeLessThan(100_000)
  const before = process.memoryUsage().arrayBuffers
  expect(await readShortlist(bomb)).toBeNull()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
})

test('a link of before, without keys and texts, opens', async () => {
  expect(await readShortlist(written({ items: [{ id: pen.id }] }))).toEqual(basketOf(pen))
})

test('keys, answers and texts of another form are left out', async () => {
  const items = [{ id: pen.id, key: 'short', answer: 'perhaps', comment: 'x' }]
  const texts = { from: ['x'], message: 'y'.repeat(600), neededBy: '2027-99-99', deliveryCity: 'a\u0000b' }
  const read = await readShortlist(written({ items, ...texts }))
  expect(read?.items).toEqual([pen])
  expect(read).toMatchObject({ from: '', message: 'y'.repeat(500), neededBy: '', deliveryCity: 'a b' })
})

test('a link carries the keys of as many products as the server opens', async () => {
  const items = Array.from({ length: maxKeys + 1 }, (_none, index) => ({
    ...pen,
    id: pen.id.replace(/.{4}$/, index.toString(16).padStart(4, '0')),
    key: 'A'.repeat(22),
  }))
  const read = await readShortlist(await shortlistFragment(basketOf(...items)))
  expect(read?.items).toHaveLength(maxKeys + 1)
  expect(read?.items.filter(({ key }) => key)).toHaveLength(maxKeys)
})

test.each(['.', ')', '%20', '%E2%80%8B', '…', '&fbclid=IwAR0_1', '%26utm_source=x', '_', '>', '%0D%0A'])(
  'a basket is read from a link that ends with %j',
  async (end) => {
    const shared = basketOf(mug, pen)
    expect(await readShortlist((await shortlistFragment(shared)) + end)).toEqual(shared)
  },
)
