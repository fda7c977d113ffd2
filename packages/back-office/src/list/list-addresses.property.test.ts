import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { leadAddress } from '../leads/lead-search.ts'
import type { ListAddress } from './list-views.ts'
import { requestedPage } from '../shell/login-screen.tsx'
import { productListAddress } from '../products/product-filters.tsx'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 500 }

const word = fc.oneof(
  fc.constantFrom(
    'search',
    'order',
    'newest',
    'oldest',
    'from',
    'to',
    'company',
    'category',
    'budget',
    'sample',
  ),
  fc.constantFrom(
    'yes',
    'no',
    'true',
    '2026-11-21',
    '2026-02-30',
    '9999-99-99',
    '-1',
    '__proto__',
    'toString',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const address = fc
  .array(fc.tuple(word, word), { maxLength: 8 })
  .map(
    (pairs) => new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])),
  )

/** A parsed address, written again. */
function again<Listing>(list: ListAddress<Listing>, params: URLSearchParams): [Listing, Listing] {
  const listing = list.read(params)
  const written = Object.entries(list.write(listing)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return [listing, list.read(new URLSearchParams(written))]
}

test('any address of a list is parsed, and survives writing and parsing again', () => {
  fc.assert(
    fc.property(address, (params) => {
      for (const [one, other] of [again(productListAddress, params), again(leadAddress, params)]) {
        expect(other).toEqual(one)
      }
    }),
    runs,
  )
})

const hostile = [
  ['//evil.example', '/\\evil.example', '\\\\evil.example', '/%2f%2fevil.example', '%2f%2fevil.example'],
  [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'https:evil.example',
  ],
  [
    'http://admin@evil.example/admin',
    '/admin@evil.example',
    '/admin/../../evil',
    '/admin/%2e%2e/',
    '/admin/\t/x',
  ],
  [
    '\t//evil.example',
    '/\t/evil.example',
    '/admin\n//evil.example',
    ' /admin',
    '/admin ',
    '／／evil.example',
  ],
  [
    '/admin/。。/',
    '/admin\u0000',
    '/admin.evil.example',
    '/admin:80',
    '/adminx',
    '/admin\\..\\x',
    '',
    '?',
    '#',
  ],
].flat()

test.each(hostile)('after signing in %j leads to the back office’s first page', (askedFor) => {
  expect(requestedPage({ askedFor })).toBe('/admin')
})

test('signing in navigates to a page of the back office on the same origin, whatever was requested', () => {
  const asked = fc.oneof(
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          '/admin',
          '/',
          '\\',
          '//',
          '..',
          '@',
          ':',
          '?',
          '#',
          '%2f',
          '\t',
          '\n',
          'evil.example',
          'leads',
        ),
        {
          maxLength: 7,
        },
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(null, 7, {}, [], ['/admin'], Symbol('x')),
  )
  fc.assert(
    fc.property(asked, (askedFor) => {
      const page = new URL(requestedPage({ askedFor }), 'https://gifts.example')
      expect(page.origin).toBe('https://gifts.example')
      expect(page.pathname).toMatch(/^\/admin(\/|$)/)
      expect(page.pathname).not.toMatch(/^\/admin\/login/)
    }),
    runs,
  )
})
