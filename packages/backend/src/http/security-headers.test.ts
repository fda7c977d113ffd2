import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { sendBytes } from '../testing/fuzz/wire.ts'
import { sharedServer } from '../testing/shared-server.ts'
import {
  createResponseHeaders,
  securityHeaders,
  staticHostHeaders,
  storedFilePolicy,
} from './security-headers.ts'

describe('a response over HTTP', () => {
  const server = sharedServer({ TRUSTED_PROXY: '127.0.0.1' })
  const hosted = sharedServer({
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
    SITE_URL: 'https://gifts.example',
  })
  const named = sharedServer({ SITE_URL: 'https://gifts.example' })

  const large = 'x'.repeat(300 * 1024)
  const answers: [status: number, method: string, path: string, body?: string][] = [
    [200, 'GET', '/'],
    [200, 'GET', '/catalogue'],
    [200, 'GET', '/assets/index-a1b2c3.js'],
    [200, 'HEAD', '/robots.txt'],
    [404, 'GET', '/assets/missing.js'],
    [405, 'POST', '/'],
    [200, 'GET', '/config.json'],
    [405, 'POST', '/config.json'],
    [200, 'GET', '/healthz'],
    [200, 'GET', '/rest/v1/themes'],
    [404, 'GET', '/rest/v1/nothing'],
    [400, 'GET', '/rest/v1/themes?id=eq.x'],
    [400, 'GET', '/rest/v1/%ff'],
    [413, 'POST', '/rest/v1/leads', large],
    [405, 'PROPFIND', '/rest/v1/themes'],
    [400, 'POST', '/auth/v1/token?grant_type=password', '{'],
    [401, 'GET', '/auth/v1/user'],
    [413, 'POST', '/auth/v1/signup', large],
    [200, 'GET', '/storage/v1/bucket'],
    [404, 'GET', '/storage/v1/object/public/product-images/1.png'],
    [405, 'DELETE', '/storage/v1/object/public/product-images/1.png'],
    [204, 'GET', '/realtime/v1/api/ping'],
  ]

  it.each(answers)(
    'a response with %i to %s %s has the security headers',
    async (status, method, path, body) => {
      // The fixture's compressed files are none.
      const answer = await server.send(path, { method, body, headers: { 'accept-encoding': 'identity' } })
      expect(answer.status).toBe(status)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...securityHeaders(null),
        ...(path === '/storage/v1/bucket' && { 'content-security-policy': storedFilePolicy }),
      })
      expect(answer.headers.has('strict-transport-security')).toBe(false)
      await answer.bytes()
    },
  )

  it('a 429 response has the security headers', async () => {
    const attempt = async (): Promise<Response> =>
      fetch(`${server.url}/auth/v1/recover`, {
        method: 'POST',
        headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
        body: '{"email":"nobody@giftwell.test"}',
      })
    const some = await Promise.all(Array.from({ length: 8 }, attempt))
    const limited = some.find(({ status }) => status === 429)
    expect(Object.fromEntries(limited?.headers ?? [])).toMatchObject(securityHeaders(null))
  })

  it.each([
    'nonsense\r\n\r\n',
    'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
  ])('a response to a malformed HTTP request has the security headers', async (text) => {
    const { status, headers } = await sendBytes(Number(new URL(server.url).port), Buffer.from(text), 5000)
    expect([400, 431]).toContain(status)
    expect(Object.fromEntries(headers)).toMatchObject(securityHeaders(null))
  })

  it('SITE_URL is what config.json and the policy name when it is set, whatever the Host', async () => {
    const response = await fetch(`${named.url}/config.json`)
    const config = { supabaseUrl: 'https://gifts.example', supabaseKey: named.publishableKey }
    expect(await response.json()).toMatchObject(config)
    expect(Object.fromEntries(response.headers)).toMatchObject(securityHeaders('https://gifts.example'))
  })

  it('HSTS is sent when a trusted proxy reports https and when the site’s URL is https', async () => {
    const secure = { 'strict-transport-security': 'max-age=31536000' }
    const byProxy = await fetch(`${server.url}/healthz`, { headers: { 'x-forwarded-proto': 'https' } })
    expect(Object.fromEntries(byProxy.headers)).toMatchObject(secure)
    const byAddress = await fetch(`${hosted.url}/nothing.js`)
    expect(byAddress.status).toBe(404)
    expect(Object.fromEntries(byAddress.headers)).toMatchObject({
      ...securityHeaders('https://project.supabase.co'),
      ...secure,
    })
  })
})

it('HSTS is not sent when an untrusted client reports https', () => {
  const headersFor = createResponseHeaders({
    apiOrigin: null,
    siteUrl: null,
    trustedProxies: ['10.0.0.1'],
  })
  const socket = new Socket()
  expect(headersFor({ headers: { 'x-forwarded-proto': 'https' }, socket })).toEqual(securityHeaders(null))
})

it('the policy forbids frames, foreign scripts and content sniffing', () => {
  const headers = securityHeaders(null)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).toContain("connect-src 'self';")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['permissions-policy']).toContain('geolocation=()')
})

it('the policy allows the website’s own inline scripts and no others', () => {
  const policy = securityHeaders(null, { scripts: ["'sha256-a'"] })['content-security-policy']
  expect(policy).toContain("script-src 'self' 'sha256-a';")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

it('staticHostHeaders has the same headers, for the exact origin that the website was built with', () => {
  const options = { hasTurnstile: true, scripts: ["'sha256-a'"] }
  expect(staticHostHeaders('https://api.gifts.example', options).split('\n')).toEqual([
    '/*',
    ...Object.entries(securityHeaders('https://api.gifts.example', options)).map(
      ([name, value]) => `  ${name}: ${value}`,
    ),
    '  strict-transport-security: max-age=31536000',
    '/assets/*',
    '  cache-control: public, max-age=31536000, immutable',
    ...['/inquiry/*', '/privacy/data', '/q/*'].flatMap((path) => [
      path,
      '  cache-control: no-store',
      '  referrer-policy: no-referrer',
      '  x-robots-tag: noindex',
    ]),
    '/config.json',
    '  cache-control: no-store',
    '',
  ])
  expect(staticHostHeaders('https://api.gifts.example', options)).toContain(
    "connect-src 'self' https://api.gifts.example wss://api.gifts.example;",
  )
  expect(staticHostHeaders(null, {})).toContain("connect-src 'self';")
})
