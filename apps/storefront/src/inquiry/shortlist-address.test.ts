import { deflateRawSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { readShortlist, shortlistFragment } from './shortlist-address.ts'

const mug = { id: '0abcdef1-0000-4000-8000-000000000001', quantity: 400, note: 'Blue “mugs”, 🎁' }
const facts = { neededBy: '2026-12-12', deliveryCity: 'Pune', madeOn: '2026-11-27' }
const noFacts = { neededBy: '', deliveryCity: '', madeOn: '' }
const pen = { id: '0abcdef1-0000-4000-8000-000000000002', quantity: null, note: '' }

/** A link's fragment as anyone could write it. */
const written = (content: unknown) =>
  deflateRawSync(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url')

test('a basket comes back as it was shared', async () => {
  const fragment = await shortlistFragment({ items: [mug, pen], facts })
  expect(fragment).toMatch(/^[\w-]+$/)
  expect(await readShortlist(fragment)).toEqual({ items: [mug, pen], facts })
})

test('a basket of a thousand products fits into a link', async () => {
  const items = Array.from({ length: 1000 }, (_none, place) => ({
    id: `0abcdef1-0000-4000-8000-${place.toString(16).padStart(12, '0')}`,
    quantity: place + 1,
    note: `Note ${place} `.repeat(16).trim(),
  }))
  expect(await readShortlist(await shortlistFragment({ items, facts }))).toEqual({ items, facts })
})

test('a product that is there twice counts once, and characters that no field can hold are dropped', async () => {
  const items = [{ ...mug, note: 'one\ntwo\u0000\u{1b}three \ud800' }, pen, { id: pen.id }]
  expect(await readShortlist(written({ items }))).toEqual({
    items: [{ ...mug, note: 'one two three \ufffd' }, pen],
    facts: noFacts,
  })
})

test('a day that is none and a city that no field can hold are left out', async () => {
  const content = {
    items: [pen],
    neededBy: '2026-13-40',
    deliveryCity: `\u0000${'P'.repeat(200)}`,
    madeOn: 7,
  }
  expect((await readShortlist(written(content)))?.facts).toEqual({
    ...noFacts,
    deliveryCity: 'P'.repeat(100),
  })
})

test.each([
  [0, 1],
  [-7, 1],
  [1.5, 2],
  [1_000_001, 1_000_000],
])('a quantity of %d is put right to %d, and marked', async (quantity, right) => {
  const items = [{ ...mug, quantity }]
  expect(await readShortlist(written({ items }))).toEqual({
    items: [{ ...mug, quantity: right, isCorrected: true }],
    facts: noFacts,
  })
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
