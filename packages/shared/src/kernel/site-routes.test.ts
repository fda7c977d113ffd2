import { expect, test } from 'vitest'

import { isSitePath } from './site-routes.ts'

test.each([
  '/',
  '/catalogue',
  '/catalogue/',
  '/Catalogue',
  '/product/brass-lamp-1a2b3c4d5e6f',
  '/shortlist',
  '/inquiry/sent',
  '/admin',
  '/admin/',
  '/admin/login',
  '/admin/doctor-types',
])('%s is a page', (path) => expect(isSitePath(path)).toBe(true))

test.each([
  '//',
  '/catalogue2',
  '/inquiry',
  '/catalogue/more',
  '/admin/nothing',
  '/admin/products/1',
  '/.git/config',
  '/graphql/v1',
  '/functions/v1/x',
  '/\n',
])('%j is no page', (path) => expect(isSitePath(path)).toBe(false))

test('a parameter of a route is one segment that is not empty', () => {
  const routes = ['/product/:slug', '/admin/leads/:id']
  expect(
    ['/product/brass-lamp-1a2b', '/product/x/', '/admin/leads/1'].every((path) => isSitePath(path, routes)),
  ).toBe(true)
  expect(
    ['/product', '/product/', '/product/x/y', '/admin/leads'].some((path) => isSitePath(path, routes)),
  ).toBe(false)
})
