import { describe, expect, it } from 'vitest'
import { asVisitors, parseCacheableRequest } from './cacheable-request.ts'
import { createResponseCache } from './response-cache.ts'

const publishableKey = 'sb_publishable_test'
const page = '/rest/v1/rpc/catalogue_page'
const product = '/rest/v1/rpc/product_page'

const keyOf = (target: string, init: RequestInit = {}) => {
  const parsed = parseCacheableRequest(
    new Request(`http://test${target}`, init),
    typeof init.body === 'string' ? Buffer.from(init.body) : null,
  )
  return parsed === null ? null : asVisitors(parsed).cacheKey
}
const called = (target: string, body: string, headers: Record<string, string> = {}) =>
  keyOf(target, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const onProduct = (filters: string, name = 'filters') =>
  keyOf(`${product}?product=0123456789ab&${name}=${encodeURIComponent(filters)}`)

describe('the cache key of a visitor’s question', () => {
  it('is the same for every cursor, size beyond the preview, null and order, by GET and POST', () => {
    const key = keyOf(`${page}?theme=Diwali`)
    expect(key).not.toBeNull()
    for (const same of [
      keyOf(`${page}?after=1.2.x&theme=Diwali`),
      keyOf(`${page}?after=1&after=2&theme=Diwali&page_size=12`),
      keyOf(`${page}?theme=Diwali&page_size=000099`),
      keyOf(`${page}?theme=Diwali&page_size=48&category=null&budget=NuLL`),
      called(page, '{"theme":"Diwali"}'),
      called(page, '{ "page_size": 100, "after": "7.1.x", "theme": "Diwali", "q": null }', {
        'content-profile': 'public',
      }),
      called(page, '{"theme":"x","page_size":"12","theme":"Diwali"}'),
    ]) {
      expect(same).toBe(key)
    }
  })

  it('is another one for another response', () => {
    const keys = [
      keyOf(page),
      keyOf(`${page}?page_size=3`),
      keyOf(`${page}?counts=true`),
      keyOf(`${page}?sort=name`),
      keyOf(`${page}?q=mug`),
      called(page, '{"theme":"Onam"}'),
      called(page, '{"theme":"Onam","sort":"name","page_size":5}'),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).not.toContain(null)
    expect(keyOf(`${page}?page_size=0`)).toBe(keyOf(`${page}?page_size=1`))
  })

  it('of a product is the same for filters that change nothing of it', () => {
    const key = onProduct('{"theme":"Diwali","q":"mug"}')
    for (const same of [
      onProduct('{"q":"mug","theme":"Diwali","counts":true,"after":"1.2.x","page_size":48}'),
      onProduct('{"x":1,"theme":"a","q":"mug","theme":"Diwali","budget":null}'),
      called(product, JSON.stringify({ product: '0123456789ab', filters: '{"theme":"Diwali", "q":"mug"}' })),
    ]) {
      expect(same).toBe(key)
    }
    expect(onProduct('{"counts":true}')).toBe(keyOf(`${product}?product=0123456789ab`))
    expect(
      new Set([key, onProduct('{"theme":"Diwali"}'), onProduct('no json'), onProduct('{"page_size":2}')])
        .size,
    ).toBe(4)
  })

  it('of a product is another one for each key of a shared link', () => {
    const shared = (key: string) => keyOf(`${product}?product=0123456789ab&share=${key}`)
    const keys = [keyOf(`${product}?product=0123456789ab`), shared('A'.repeat(22)), shared('B'.repeat(22))]
    expect(new Set(keys).size).toBe(3)
  })

  it('is none for calls that the library may read otherwise', () => {
    expect([
      called(page, '{"theme":"eq.Diwali"}'),
      called(page, '{"theme":"null"}'),
      called(page, '{"theme":["Diwali"]}'),
      called(page, '{"unknown":1}'),
      called(page, '[{"theme":"Diwali"}]'),
      called(page, '{"theme":"Diwali"}', { 'content-profile': 'auth' }),
      called(page, '{"theme":"Diwali"}', { 'content-type': 'text/csv' }),
      called(page, '{"theme":"Diwali"}', { prefer: 'count=exact' }),
      called(`${page}?select=total`, '{"theme":"Diwali"}'),
      called('/rest/v1/rpc/products_still_there', '{}'),
      called('/rest/v1/leads', '{}'),
      keyOf('/rest/v1/rpc/catalogue_page', { method: 'PUT' }),
    ]).toEqual(Array.from({ length: 12 }, () => null))
  })
})

/** A cache whose statements are counted and end when they are told to. */
function countedCache() {
  let statements = 0
  const { promise, resolve } = Promise.withResolvers<string>()
  const cache = createResponseCache({
    publishableKey,
    callerOf: () => ({ kind: 'anyone' }),
    isTrusted: async () => Promise.resolve(false),
    callCatalogue: async () => {
      statements += 1
      return promise
    },
    ask: async () => Promise.resolve(new Response('{}')),
  })
  const headers = { apikey: publishableKey }
  const respondTo = async (target: string, enter?: () => Promise<Disposable | null>) =>
    cache.respond(
      new Request(`http://test${target}`, { headers }),
      async () => Promise.resolve(new Response('{}')),
      enter,
    )
  return {
    respondTo,
    end: () => resolve('{"total":1}'),
    statements: () => statements,
    respond: async (enter?: () => Promise<Disposable | null>) => respondTo(page, enter),
  }
}

it('the longest question, with every value of six filters and counts, needs one statement', async () => {
  const { end, respondTo, statements } = countedCache()
  end()
  const every = JSON.stringify(Array.from({ length: 60 }, (_, index) => `Value ${index} of a filter`))
  const names = ['industry', 'category', 'budget', 'theme', 'branding', 'colour']
  const question = new URLSearchParams([...names.map((name) => [name, every]), ['counts', 'true']])
  const ask = async () => (await respondTo(`${page}?${question.toString()}`)).json()
  expect([await ask(), await ask(), await ask()]).toEqual([{ total: 1 }, { total: 1 }, { total: 1 }])
  expect(statements()).toBe(1)
})

const noEnd = async () => new Promise<null>(() => {})

it('what the key of a shared link opens is stored by no browser and no proxy', async () => {
  const { end, respondTo } = countedCache()
  end()
  const control = async (target: string) => (await respondTo(target)).headers.get('cache-control')
  expect(await control(`${product}?product=0123456789ab&share=${'A'.repeat(22)}`)).toBe('no-store')
  expect(await control(`${product}?product=0123456789ab`)).toBe('no-cache')
})

describe('a visitor’s question that is not cached', () => {
  it('is not delayed by a client that waits for a slot with the same question', async () => {
    const { end, respond } = countedCache()
    void respond(noEnd)
    end()
    expect(await (await respond(async () => ({ [Symbol.dispose]() {} }))).json()).toEqual({ total: 1 })
  })

  it('joins the same question in flight, and reads the cache, without a slot', async () => {
    const { end, respond, statements } = countedCache()
    const first = respond()
    await new Promise((resolve) => setTimeout(resolve, 0))
    const second = respond(noEnd)
    end()
    expect(
      await Promise.all([first, second, respond(noEnd)].map(async (answer) => (await answer).status)),
    ).toEqual([200, 200, 200])
    expect(statements()).toBe(1)
  })

  it('is answered with 429 when there is no slot', async () => {
    const { respond, statements } = countedCache()
    const refused = await respond(async () => Promise.resolve(null))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(statements()).toBe(0)
  })
})
