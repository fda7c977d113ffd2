import { describe, expect, it } from 'vitest'
import { isAnonymous, parseCacheableRequest } from './cacheable-request.ts'

const key = 'sb_publishable_test'
const page = '/rest/v1/rpc/catalogue_page?category=Mugs&page_size=48'

function parse(target: string, headers: Record<string, string> = {}, method = 'GET') {
  return parseCacheableRequest(new Request(`http://test${target}`, { method, headers }))
}

function keyOf(target: string, headers: Record<string, string> = {}, method = 'GET'): string | null {
  return parse(target, headers, method)?.cacheKey ?? null
}

describe('the cache key of a request', () => {
  it('the cache key is the same for any order of parameters and any client', () => {
    const one = keyOf(page)
    expect(one).not.toBeNull()
    expect(keyOf('/rest/v1/rpc/catalogue_page?page_size=48&category=Mugs')).toBe(one)
    expect(keyOf(page, { 'x-client-info': 'supabase-js', 'user-agent': 'x', cookie: 'a=b' })).toBe(one)
    expect(keyOf(page, { authorization: `Bearer ${key}` })).toBe(one)
    expect(keyOf(page, { accept: 'application/json', 'accept-profile': 'public' })).toBe(one)
    expect(keyOf(page, { accept: '*/*' })).toBe(one)
  })

  it.each([
    ['another filter', '/rest/v1/rpc/catalogue_page?category=Pens&page_size=48', {}],
    ['another function', '/rest/v1/rpc/catalogue_filters?category=Mugs&page_size=48', {}],
    ['one more filter', `${page}&theme=Diwali`, {}],
    ['the same filter twice', `${page}&category=Pens`, {}],
    ['another form', page, { accept: 'text/csv' }],
    ['one object', page, { accept: 'application/vnd.pgrst.object+json' }],
    ['a count', page, { prefer: 'count=exact' }],
    ['a part', page, { range: '0-9' }],
    ['another unit', page, { 'range-unit': 'bytes' }],
    ['another schema', page, { 'accept-profile': 'auth' }],
  ])('the cache key differs for %s', (_, path, headers) => {
    expect(keyOf(path, headers)).not.toBe(keyOf(page))
    expect(keyOf(path, headers)).not.toBeNull()
  })

  it('the cache key is short for a text of any length, and differs by its last character', () => {
    const long = `${page}&theme=${'x'.repeat(8000)}`
    expect(keyOf(long)).toHaveLength(44)
    expect(keyOf(`${long}y`)).not.toBe(keyOf(long))
  })

  it('the cache key cannot be forged by the values of parameters', () => {
    expect(keyOf('/rest/v1/themes?name=eq.a%0Atext/csv')).not.toBe(
      keyOf('/rest/v1/themes?name=eq.a', { accept: 'text/csv' }),
    )
  })
})

it.each([
  ['a key in the URL', `${page}&apikey=sb_secret_test`, 'GET'],
  ['a write', page, 'POST'],
  ['a HEAD request', page, 'HEAD'],
  ['accounts', '/auth/v1/settings', 'GET'],
  ['images', '/storage/v1/object/list/product-images', 'GET'],
  ['an encoded path', '/rest/v1/%74hemes', 'GET'],
])('a request with %s is not cacheable', (_, path, method) => {
  expect(keyOf(path, {}, method)).toBeNull()
})

it.each([
  ['the publishable key alone', { apikey: key }, true],
  ['the key as the token, too', { apikey: key, authorization: `Bearer ${key}` }, true],
  ['a session', { apikey: key, authorization: 'Bearer e30.e30.e30' }, false],
  ['a secret key', { apikey: 'sb_secret_test' }, false],
  ['a secret key as the token', { apikey: key, authorization: 'Bearer sb_secret_test' }, false],
  ['a token of another kind', { apikey: key, authorization: `Basic ${key}` }, false],
  ['no key', {}, false],
])('isAnonymous of a request with %s is %s', (_, headers, expected) => {
  expect(isAnonymous(new Request(`http://test${page}`, { headers }), key)).toBe(expected)
})

it('a cacheable request has its resource, and whether headers ask for another form', () => {
  expect(parse(page)).toMatchObject({ resource: 'rpc/catalogue_page', isPlain: true })
  expect(parse(page, { prefer: 'count=exact' })).toMatchObject({ isPlain: false })
})
