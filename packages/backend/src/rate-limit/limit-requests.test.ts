import { expect, it } from 'vitest'
import { emailIn, limitRequests } from './limit-requests.ts'
import { createMemoryQuotas } from './rate-limiter.ts'

/** The lines printed at the start of a site with this public origin and these trusted proxies. */
function saidAtStart(siteUrl: string | null, trustedProxies: readonly string[]): string[] {
  const logged: string[] = []
  limitRequests({
    siteUrl,
    trustedProxies,
    clientOf: () => 'a',
    callerOf: () => ({ kind: 'anyone' }),
    isTrusted: async () => Promise.resolve(false),
    sessionOf: async () => Promise.resolve(null),
    log: (line) => logged.push(line),
    quotas: createMemoryQuotas(),
  })
  return logged
}

it('a start warns about the missing TRUSTED_PROXY when the public origin needs a proxy', () => {
  expect(saidAtStart('https://gifts.example', [])).toEqual([expect.stringContaining('TRUSTED_PROXY')])
  expect(saidAtStart('https://127.0.0.1.example', [])).toHaveLength(1)
})

it('a start does not warn when the proxy is trusted or the public origin is a loopback address', () => {
  expect(saidAtStart('https://gifts.example', ['127.0.0.1'])).toEqual([])
  for (const here of [null, 'http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080']) {
    expect(saidAtStart(here, [])).toEqual([])
  }
})

it.each([
  ['{"email":"asha@acme.test"}', 'asha@acme.test'],
  ['{"email":" Asha@ACME.test\\n"}', 'asha@acme.test'],
  ['{"email":"as ha@acme.test","password":1}', 'asha@acme.test'],
  // A service may fold fullwidth letters.
  ['{"email":"ａsha@acme.test"}', 'asha@acme.test'],
  ['{"email":"first@acme.test","email":"last@acme.test"}', 'last@acme.test'],
  ['[{"email":"asha@acme.test"}]', 'asha@acme.test'],
  ['[{"email":"a@acme.test"},{"email":"b@acme.test"}]', null],
  ['{"email":["asha@acme.test"]}', null],
  ['{"email":null}', null],
  ['{"email":"  "}', null],
  ['{}', null],
  ['null', null],
  ['"asha@acme.test"', null],
])('emailIn reads from %s the e-mail address %s', (body, email) => {
  expect(emailIn(JSON.parse(body))).toBe(email)
})

it('emailIn is null without a body', () => {
  expect(emailIn(undefined)).toBeNull()
})
