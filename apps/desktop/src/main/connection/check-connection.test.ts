import type { RequestListener } from 'node:http'

import { afterEach, expect, test, vi } from 'vitest'

import { calls } from '../../ipc/contract.ts'
import { createFakeNet } from '../../testing/fake-net.ts'
import { json, redirect, startSites } from '../../testing/local-sites.ts'
import { checkConnection, explainFailure } from './create-connection.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const key = 'sb_publishable_demo'
const config = { supabaseUrl: 'https://data.example', supabaseKey: key }
const healthy = { '/auth/v1/health': json({ name: 'GoTrue' }) }

/** A website whose config.json is answered like this, with a backend that is well unless said otherwise. */
async function site(answer: RequestListener, backend: Readonly<Record<string, RequestListener>> = healthy) {
  return startSites({ 'gifts.example': { '/config.json': answer }, 'data.example': backend })
}

test('a website is found by its host name, and its backend probed with the key', async () => {
  const { net, keys } = await site(json(config))
  expect(await checkConnection('gifts.example/admin/', { net })).toEqual({
    found: true,
    connection: { ...config, siteOrigin: 'https://gifts.example' },
  })
  expect(net.asked).toEqual(['https://gifts.example/config.json', 'https://data.example/auth/v1/health'])
  expect(keys).toEqual({ '/config.json': undefined, '/auth/v1/health': key })
})

test('a website with every optional setting can be connected', async () => {
  const { net } = await site(json({ ...config, turnstileSiteKey: '0x4AAAAAAA', somethingNew: true }))
  const checked = await checkConnection('gifts.example', { net })
  expect(checked).toEqual({ found: true, connection: { ...config, siteOrigin: 'https://gifts.example' } })
  expect(calls['connection:check'].output.safeParse(checked).success).toBe(true)
})

test('a local website may use http', async () => {
  const sites: Record<string, RequestListener> = { ...healthy }
  const { origin, net } = await startSites({ here: sites })
  // The second names the site's own origin.
  for (const supabaseUrl of [`${origin}/`, '/']) {
    sites['/config.json'] = json({ supabaseUrl, supabaseKey: key })
    expect(await checkConnection(origin.slice('http://'.length), { net })).toEqual({
      found: true,
      connection: { supabaseUrl: origin, supabaseKey: key, siteOrigin: origin },
    })
  }
})

test.each([
  ['https://www.gifts.example/config.json'],
  ['/en/config.json'],
  ['http://127.0.0.1:9/config.json'],
  ['file:///etc/passwd'],
])('a redirect to %s is not followed, and the user is told what to enter', async (target) => {
  const { net } = await site(redirect(target, 302))
  expect(await checkConnection('gifts.example', { net })).toEqual({
    found: false,
    reason:
      'This address leads to another one. Open it in a browser, and enter the address that the browser then shows.',
  })
  expect(net.asked).toEqual(['https://gifts.example/config.json'])
})

const html: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(config))
const notGiftwell = 'This is not a Giftwell website. Check the address.'
const secret = `a.${Buffer.from('{"role":"service_role"}').toString('base64url')}.c`

test.each<[string, RequestListener, string]>([
  ['is not there', json({}, 404), notGiftwell],
  ['is the page for every path', html, notGiftwell],
  ['is no JSON', json('<html>'), notGiftwell],
  ['is something else', json({ apiUrl: 'https://data.example' }), notGiftwell],
  ['is null', json('null'), notGiftwell],
  ['has no key', json({ ...config, supabaseKey: '' }), notGiftwell],
  ['asks for a password', json({}, 401), notGiftwell],
  [
    'cannot be given now',
    json({}, 503),
    'The website has a problem of its own at the moment. Try again later.',
  ],
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
    'The website’s data has no safe address (https). Tell the owner of the website.',
  ],
  [
    'names a backend on this computer',
    json({ ...config, supabaseUrl: 'http://127.0.0.1:54321' }),
    'The website’s data has no safe address (https). Tell the owner of the website.',
  ],
  [
    'has no end',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(`{"x":"${'x'.repeat(100_000)}`)
    },
    notGiftwell,
  ],
  [
    'breaks off',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
      response.write('{"x"', () => response.destroy())
    },
    'The website does not answer. Check the address, and try again later.',
  ],
  [
    'is refused without a word',
    (request) => request.destroy(),
    'The website does not answer. Check the address, and try again later.',
  ],
])('a website whose config.json %s is refused without probing a backend', async (_name, answer, reason) => {
  const { net } = await site(answer)
  expect(await checkConnection('gifts.example', { net })).toEqual({ found: false, reason })
  expect(net.asked).toEqual(['https://gifts.example/config.json'])
})

test.each<[string, Readonly<Record<string, RequestListener>>, RegExp]>([
  ['refuses the key', { '/auth/v1/health': json({}, 401) }, /but its data refuses its key/],
  ['is not there', {}, /but its data does not answer/],
  ['is something else', { '/auth/v1/health': html }, /but its data does not answer/],
  ['leads elsewhere', { '/auth/v1/health': redirect('http://evil.example/') }, /but not its data/],
  [
    'breaks off',
    { '/auth/v1/health': (request) => request.destroy() },
    /but not its data\. The website does not/,
  ],
])('a website whose backend %s is refused', async (_name, backend, reason) => {
  const { net } = await site(json(config), backend)
  expect(await checkConnection('gifts.example', { net })).toEqual({
    found: false,
    reason: expect.stringMatching(reason),
  })
})

test('a website that does not respond in time ends the check', async () => {
  const controller = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal)
  const { net } = await site(() => controller.abort())
  expect(await checkConnection('gifts.example', { net })).toEqual({
    found: false,
    reason: 'The website takes too long to answer. Try again later.',
  })
})

test('the time limit covers the whole check', async () => {
  const controller = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(controller.signal)
  const { net } = await site(json(config), { '/auth/v1/health': () => controller.abort() })
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
  const { origin, net } = await site(json(config))
  expect(await checkConnection(origin.replace('http:', 'https:'), { net })).toMatchObject({
    reason: expect.stringMatching(/^The website offers no safe connection \(https\)\./),
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
  ['net::ERR_CERT_DATE_INVALID', /^The website offers no safe connection/],
  ['net::ERR_SSL_PROTOCOL_ERROR', /^The website offers no safe connection/],
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
