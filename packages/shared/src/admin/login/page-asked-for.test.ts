import { expect, test } from 'vitest'

import { pageAskedFor } from './page-asked-for.ts'

test.each([
  ['/admin/leads', '/admin/leads'],
  ['/admin/leads?page=2#top', '/admin/leads?page=2#top'],
  ['/admin', '/admin'],
  ['/admin/login', '/admin'],
  ['/catalogue', '/admin'],
  ['//evil.example/admin', '/admin'],
  ['https://evil.example/admin', '/admin'],
  ['/admin/../catalogue', '/admin'],
  ['/administrator', '/admin'],
])('after signing in %s leads to %s', (askedFor, page) => {
  expect(pageAskedFor({ askedFor })).toBe(page)
})

test.each([null, undefined, 'text', {}, { askedFor: 7 }])(
  'nothing asked for (%j) leads to the back office',
  (state) => {
    expect(pageAskedFor(state)).toBe('/admin')
  },
)
