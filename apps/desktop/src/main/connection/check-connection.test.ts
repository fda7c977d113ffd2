import { expect, test, vi } from 'vitest'

import { calls } from '../../ipc/contract.ts'
import { type Answer, createFakeNet } from '../../testing/fake-net.ts'
import { checkConnection, explainFailure } from './create-connection.ts'

const key = 'sb_publishable_demo'
const config = { supabaseUrl: 'https://data.example', supabaseKey: key }
const healthy = json({ name: 'GoTrue' })
const configAddress = 'https://gifts.example/config.json'
const healthAddress = 'https://data.example/auth/v1/health'

function json(value: unknown, status = 200): Answer {
  return () => Response.json(value, { status })
}

/** docs/api/net.md, "net.fetch": the policy is the caller's. */
const redirect: Answer = ({ redirect: policy }) => {
  if (policy !== 'error') return new Response('where it leads')
  throw new Error("Attempted to redirect, but redirect policy was 'error'")
}

const failing = (name: string) => () => {
  throw new Error(name)
}

/** A website whose config.json is answered like this, with a backend that is well unless said otherwise. */
function site(answer: Answer, backend: Answer = healthy) {
  const config = vi.fn(answer)
  const health = vi.fn(backend)
  return { config, health, net: createFakeNet({ [configAddress]: config, [healthAddress]: health }) }
}

test('a website is found by its host name, and its backend probed with the key', async () => {
  const { net, ...probed } = site(json(config))
  expect(await checkConnection('gifts.example/admin/', { net })).toEqual({
    found: true,
    connection: { ...config, siteOrigin: 'https://gifts.example' },
  })
  expect(net.asked).toEqual([configAddress, healthAddress])
  expect(probed.config.mock.lastCall?.[0].headers).not.toHaveProperty('apikey')
  expect(probed.health.mock.lastCall?.[0].headers).toHaveProperty('apikey', key)
})

test('a website with every optional setting can be connected', async () => {
  const { net } = site(json({ ...config, turnstileSiteKey: '0x4AAAAAAA', somethingNew: true }))
  const checked = await checkConnection('gifts.example', { net })
  expect(checked).toEqual({ found: true, connection: { ...config, siteOrigin: 'https://gifts.example' } })
  expect(calls['connection:check'].output.safeParse(checked).success).toBe(true)
})

test('a local website may use http', async () => {
  const origin = 'http://127.0.0.1:3000'
  // The second names the site's own origin.
  for (const supabaseUrl of [`${origin}/`, '/']) {
    const net = createFakeNet({
      [`${origin}/config.json`]: json({ supabaseUrl, supabaseKey: key }),
      [`${origin}/auth/v1/health`]: healthy,
    })
    expect(await checkConnection(origin.slice('http://'.length), { net })).toEqual({
      found: true,
      connection: { supabaseUrl: origin, supabaseKey: key, siteOrigin: origin },
    })
  }
})

test('a redirect is not followed, and the user is told what to enter', async () => {
  const { net } = site(redirect)
  expect(await checkConnection('gifts.example', { net })).toEqual({
    found: false,
    reason:
      'This address leads to another one. Open it in a browser, and enter the address that the browser then shows.',
  })
  expect(net.asked).toEqual([configAddress])
})

const html: Answer = () => new Response(JSON.stringify(config), { headers: { 'content-type': 'text/html' } })
/** JSON that comes in these parts and stays open; an empty one ends it, null breaks it off. */
function parts(...texts: readonly (string | null)[]): Answer {
  const body = new ReadableStream({
    start(stream) {
      for (const text of texts)
        if (text === null) stream.error(new Error('net::ERR_CONTENT_LENGTH_MISMATCH'))
        else if (text === '') stream.close()
        else stream.enqueue(new TextEncoder().encode(text))
    },
  })
  return () => new Response(body, { headers: { 'content-type': 'application/json' } })
}
const notGiftwell = 'This is not a Giftwell website. Check the address.'
const secret = `a.${Buffer.from('{"role":"service_role"}').toString('base64url')}.c`

test.each<[string, Answer, string]>([
  ['is not there', json({}, 404), notGiftwell],
  ['is the page for every path', html, notGiftwell],
  ['is no JSON', parts('<html>', ''), notGiftwell],
  ['is something else', json({ apiUrl: 'https://data.example' }), notGiftwell],
  ['is null', json(null), notGiftwell],
  ['has no key', json({ ...config, supabaseKey: '' }), notGiftwell],
  ['asks for a password', json({}, 401), notGiftwell],
  ['cannot be given now', json({}, 503), 'The website has a problem at the moment. Try again later.'],
  [
    'holds a secret key',
    json({ ...config, supabaseKey: 'sb_secret_demo' }),
    'The website gives its secret key to everyone. Tell the owner of the website.',
  ],
  [
    'holds an old secret key',
    json({ ...config, supabaseKey: secret }),
    'The website gives its secret key to everyone. Tell the owner of the website.',
  ],
  [
    'names a backend that can be listened to',
    json({ ...config, supabaseUrl: 'http://data.example' }),
    'The website’s data has no secure address (https). Tell the owner of the website.',
  ],
  [
    'names a backend on this computer',
    json({ ...config, supabaseUrl: 'http://127.0.0.1:54321' }),
    'The website’s data has no secure address (https). Tell the owner of the website.',
  ],
  ['has no end', parts(`{"x":"${'x'.repeat(100_000)}`), notGiftwell],
  ['breaks off', parts('{"x"', null), 'The website does not answer. Check the address, and try again later.'],
  [
    'is refused without a word',
    failing('net::ERR_EMPTY_RESPONSE'),
    'The website does not answer. Check the address, and try again later.',
  ],
])('a website whose config.json %s is refused without probing a backend', async (_name, answer, reason) => {
  const { net } = site(answer)
  expect(await checkConnection('gifts.example', { net })).toEqual({ found: false, reason })
  expect(net.asked).toEqual([configAddress])
})

test.each<[string, Answer, RegExp]>([
  ['refuses the key', json({}, 401), /but its data refuses its key/],
  ['is not there', json({}, 404), /but its data does not answer/],
  ['is something else', html, /but its data does not answer/],
  ['leads elsewhere', redirect, /but not its data/],
  ['breaks off', failing('net::ERR_EMPTY_RESPONSE'), /but not its data\. The website does not/],
])('a website whose backend %s is refused', async (_name, backend, reason) => {
  const { net } = site(json(config), backend)
  expect(await checkConnection('gifts.example', { net })).toEqual({
    found: false,
    reason: expect.stringMatching(reason),
  })
})

/** An answer that the end of the time limit aborts. */
function abortedBy(controller: AbortController): Answer {
  return async ({ signal }) => {
    controller.abort()
    signal?.throwIfAborted()
    return new Response()
  }
}

test('a website that does not respond in time ends the check', async () => {
  const controller = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal)
  const { net } = site(abortedBy(controller))
  expect(await checkConnection('gifts.example', { net })).toEqual({
    found: false,
    reason: 'The website takes too long to answer. Try again later.',
  })
})

test('the time limit covers the whole check', async () => {
  const controller = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal)
  const { net } = site(json(config), abortedBy(controller))
  expect(await checkConnection('gifts.example', { net })).toEqual({
    found: false,
    reason: 'The website was found, but not its data. The website takes too long to answer. Try again later.',
  })
  const late = await checkConnection('gifts.example', { net })
  expect(late).toEqual({ found: false, reason: 'The website takes too long to answer. Try again later.' })
})

test('an unknown host is reported as not found', async () => {
  expect(await checkConnection('nobody.example', { net: createFakeNet() })).toMatchObject({
    found: false,
    reason: expect.stringMatching(/^No website was found at this address\./),
  })
})

test('a server without https is reported as unsafe', async () => {
  const { net } = site(failing('net::ERR_SSL_PROTOCOL_ERROR'))
  expect(await checkConnection('gifts.example', { net })).toMatchObject({
    reason: expect.stringMatching(/^The website does not offer a secure connection \(https\)\./),
  })
})

test('an invalid address is refused without a request', async () => {
  const net = createFakeNet()
  expect(await checkConnection('http://gifts.example', { net })).toEqual({
    found: false,
    reason: 'The address must begin with https://.',
  })
  expect(net.asked).toEqual([])
})

test.each([
  ['net::ERR_NAME_NOT_RESOLVED', /^No website was found at this address\./],
  ['net::ERR_INTERNET_DISCONNECTED', /^No website was found at this address\./],
  ['net::ERR_CERT_DATE_INVALID', /^The website does not offer a secure connection/],
  ['net::ERR_SSL_PROTOCOL_ERROR', /^The website does not offer a secure connection/],
  ['net::ERR_PROXY_AUTH_UNSUPPORTED', /^The proxy of this network/],
  ['net::ERR_TUNNEL_CONNECTION_FAILED', /^The proxy of this network/],
  ['net::ERR_CONNECTION_TIMED_OUT', /^The website takes too long/],
  ['net::ERR_CONNECTION_REFUSED', /^The website does not answer\./],
  ['something else', /^The website does not answer\./],
])('%s is explained with what to do', (name, words) => {
  const sentence = explainFailure(new Error(name))
  expect(sentence).toMatch(words)
  expect(sentence).not.toMatch(/ERR_/)
})
