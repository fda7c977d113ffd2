import { expect, test } from 'vitest'

import { withAnchors } from './html-text.ts'

const linked = (text: string) =>
  [...withAnchors(text, 'red').matchAll(/href="([^"]*)"/g)].map(([, url]) => url)

test.each([
  ['See https://drive.google.com/x(1) and more', 'https://drive.google.com/x(1)'],
  ['(https://drive.google.com/x(1))', 'https://drive.google.com/x(1)'],
  ['(see https://gifts.example/a).', 'https://gifts.example/a'],
  ['https://gifts.example/a(1)/b, or', 'https://gifts.example/a(1)/b'],
  ['https://gifts.example/a(unfinished', 'https://gifts.example/a'],
  ['www.gifts.example/a?', 'https://www.gifts.example/a'],
])('an address ends before the punctuation that is not its own: %s', (text, url) => {
  expect(linked(text)).toEqual([url])
})

test('a long text without addresses takes as long as it has letters', { timeout: 10_000 }, () => {
  expect(linked('a'.repeat(1_000_000))).toEqual([])
})
