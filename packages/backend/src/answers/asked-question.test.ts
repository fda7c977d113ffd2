import { describe, expect, it } from 'vitest'
import { askedQuestion } from './asked-question.ts'

const key = 'sb_publishable_test'
const page = '/rest/v1/rpc/catalogue_page?category=Mugs&page_size=48'

function question(target: string, headers: Record<string, string> = {}, method = 'GET'): string | null {
  const all: Record<string, string> = { apikey: key, ...headers }
  return asked(target, all, method)?.words ?? null
}

function asked(target: string, headers: Record<string, string>, method = 'GET') {
  return askedQuestion({ method, target, header: (name) => headers[name] ?? null }, key)
}

describe('a question that everybody may have the answer to', () => {
  it('is the same under another order of its words and from another program', () => {
    const one = question(page)
    expect(one).not.toBeNull()
    expect(question('/rest/v1/rpc/catalogue_page?page_size=48&category=Mugs')).toBe(one)
    expect(question(page, { 'x-client-info': 'supabase-js', 'user-agent': 'x', cookie: 'a=b' })).toBe(one)
    expect(question(page, { authorization: `Bearer ${key}` })).toBe(one)
    expect(question(page, { accept: 'application/json', 'accept-profile': 'public' })).toBe(one)
    expect(question(page, { accept: '*/*' })).toBe(one)
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
  ])('is another one with %s', (_, path, headers) => {
    expect(question(path, headers)).not.toBe(question(page))
    expect(question(path, headers)).not.toBeNull()
  })

  it('cannot pretend to be another by what its words hold', () => {
    expect(question('/rest/v1/themes?name=eq.a%0Atext/csv')).not.toBe(
      question('/rest/v1/themes?name=eq.a', { accept: 'text/csv' }),
    )
  })
})

it.each([
  ['a token of two parts', page, { authorization: 'Bearer e30.e30' }, 'GET'],
  ['two tokens', page, { authorization: 'Bearer e30.e30.e30, Bearer e30.e30.e30' }, 'GET'],
  ['a secret key', page, { apikey: 'sb_secret_test' }, 'GET'],
  ['a secret key as the token', page, { authorization: 'Bearer sb_secret_test' }, 'GET'],
  ['a token of another kind', page, { authorization: `Basic ${key}` }, 'GET'],
  ['no key', page, { apikey: '' }, 'GET'],
  ['a key in the address', `${page}&apikey=sb_secret_test`, {}, 'GET'],
  ['a write', page, {}, 'POST'],
  ['a question for headers alone', page, {}, 'HEAD'],
  ['accounts', '/auth/v1/settings', {}, 'GET'],
  ['images', '/storage/v1/object/list/product-images', {}, 'GET'],
  ['a fragment', `${page}#top`, {}, 'GET'],
  ['an origin', `http://test${page}`, {}, 'GET'],
  ['an address with more in it', '/rest/v1/%74hemes', {}, 'GET'],
  ['more words than anybody asks twice', `${page}&theme=${'x'.repeat(2048)}`, {}, 'GET'],
])('is none with %s', (_, path, headers, method) => {
  expect(question(path, headers, method)).toBeNull()
})

it('says who asked, what about, and whether for anything but the plain answer', () => {
  const token = 'e30.e30.e30'
  const words = question(page)
  expect(asked(page, { apikey: key, authorization: `Bearer ${token}` })).toMatchObject({ token, words })
  expect(asked(page, { apikey: key })).toMatchObject({
    token: null,
    about: 'rpc/catalogue_page',
    isPlain: true,
  })
  expect(asked(page, { apikey: key, prefer: 'count=exact' })).toMatchObject({ isPlain: false })
})
