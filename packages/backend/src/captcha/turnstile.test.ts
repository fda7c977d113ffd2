import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { portOf } from '../testing/port-of.ts'
import { createTurnstile } from './turnstile.ts'

const keys = {
  TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
  TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
}

/** A fake siteverify as Cloudflare documents it: accepts each token once, and only with the right secret. */
let cloudflare: Server
let verifyAt: string
let asked: string[] = []
let misbehave: ((response: ServerResponse) => void) | null = null

beforeAll(async () => {
  const used = new Set<string>()
  cloudflare = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      const body = new URLSearchParams(text)
      const token = body.get('response') ?? ''
      asked.push(token)
      if (misbehave !== null) return misbehave(response)
      const code =
        body.get('secret') !== keys.TURNSTILE_SECRET_KEY
          ? 'invalid-input-secret'
          : !token.startsWith('good')
            ? 'invalid-input-response'
            : used.has(token)
              ? 'timeout-or-duplicate'
              : null
      used.add(token)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ success: code === null, 'error-codes': code === null ? [] : [code] }))
    })
  })
  verifyAt = `http://127.0.0.1:${await portOf(cloudflare)}/siteverify`
})
afterAll(() => {
  cloudflare.closeAllConnections()
  cloudflare.close()
})
afterEach(() => {
  asked = []
  misbehave = null
})

describe('createTurnstile', () => {
  const logged: string[] = []
  const log = (line: string): void => void logged.push(line)
  const asking = (secretKey = keys.TURNSTILE_SECRET_KEY, timeoutMs = 10_000) =>
    createTurnstile({ secretKey, log, verifyAt, timeoutMs })
  afterEach(() => logged.splice(0))

  it('the verdict is Cloudflare’s, once for each token', async () => {
    const ask = asking()
    expect([await ask('good one'), await ask('good one'), await ask('made up')]).toEqual([
      'human',
      'refused',
      'refused',
    ])
    expect(logged).toEqual([])
  })

  it.each(['', 'x'.repeat(2049)])('a malformed token is refused without a request (%#)', async (token) => {
    expect(await asking()(token)).toBe('refused')
    expect(asked).toEqual([])
  })

  it.each([
    ['does not answer', () => {}],
    ['answers with a page', (response: ServerResponse) => response.end('<html>')],
    ['breaks off', (response: ServerResponse) => response.destroy()],
    [
      'has an error of its own',
      (response: ServerResponse) => response.end('{"success":false,"error-codes":["internal-error"]}'),
    ],
  ])('the verdict is unknown when Cloudflare %s, and the outage is reported once', async (_, way) => {
    const ask = asking(keys.TURNSTILE_SECRET_KEY, 200)
    misbehave = way
    expect([await ask('good'), await ask('good')]).toEqual(['unknown', 'unknown'])
    expect(logged).toEqual([
      expect.stringMatching(/^Turnstile cannot be used \(.+\): .+ accepted without it\.$/),
    ])
  })

  it('the verdict is unknown when Cloudflare rejects the secret key, which is reported without the key', async () => {
    expect(await asking('1x_another_key_altogether_000000000')('good')).toBe('unknown')
    expect(logged).toEqual([expect.stringContaining('it does not know TURNSTILE_SECRET_KEY')])
  })
})

describe('a site with Turnstile', { timeout: 60_000 }, () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ ...keys, CONFIRM_EMAIL: '0' }, { turnstileVerifyAt: verifyAt })
  })
  afterAll(async () => server.close())

  const lead = (name: string) => ({ name, company: 'Acme', email: 'asha@acme.test', phone: '1' })
  const account = (email: string, captchaToken?: string) =>
    server
      .client()
      .auth.signUp({ email, password: 'open sesame', options: captchaToken ? { captchaToken } : {} })

  it('a page gets the site key, and the policy allows Turnstile’s script and frame', async () => {
    expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({
      turnstileSiteKey: keys.TURNSTILE_SITE_KEY,
    })
    const policy = (await fetch(server.url)).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;")
    expect(policy).toMatch(/frame-src [^;]*https:\/\/challenges\.cloudflare\.com;/)
  })

  it('sign-up needs a valid token', async () => {
    const none = await account('none@giftwell.test')
    const wrong = await account('wrong@giftwell.test', 'made up')
    for (const { error } of [none, wrong])
      expect(error).toMatchObject({ status: 400, code: 'captcha_failed' })
    expect((await account('one@giftwell.test', 'good sign-up')).error).toBeNull()
    expect((await account('two@giftwell.test', 'good sign-up')).error?.code).toBe('captcha_failed')
  })

  it('a password reset needs a valid token', async () => {
    const reset = (options: { captchaToken?: string }) =>
      server.client().auth.resetPasswordForEmail('one@giftwell.test', options)
    expect((await reset({})).error?.code).toBe('captcha_failed')
    expect((await reset({ captchaToken: 'good reset' })).error).toBeNull()
  })

  it('an inquiry needs a valid token, except from administrators and the operator', async () => {
    const send = (name: string) => server.client().from('leads').insert(lead(name))
    expect((await send('none')).error?.code).toBe('captcha_failed')
    expect((await send('wrong').setHeader('x-turnstile-token', 'made up')).error?.code).toBe('captcha_failed')
    expect((await send('person').setHeader('x-turnstile-token', 'good lead')).error).toBeNull()
    const admin = await server.signedIn({ email: 'admin@giftwell.test', password: 'correct horse battery' })
    expect((await admin.from('leads').insert(lead('admin'))).error).toBeNull()
    const { data } = await admin.from('leads').select('name').order('name')
    expect(data).toEqual([{ name: 'admin' }, { name: 'person' }])
  })

  it('what a private link does, and a request for one’s data, needs no token: its forms have no captcha', async () => {
    asked = []
    const token = 'ab'.repeat(32)
    const send = server.client().rpc('send_inquiry', {
      ...lead('linked'),
      items: [{ name: 'Mug' }],
    })
    const sent = send.setHeader('x-turnstile-token', 'good linked').setHeader('x-inquiry-link', token)
    expect((await sent).error).toBeNull()
    const { length } = asked
    const call = (name: string, input: object) =>
      server.client().rpc(name as 'withdraw_inquiry', input as never)
    expect((await call('add_to_inquiry', { token, items: [{ name: 'Pen' }] })).error).toBeNull()
    expect((await call('withdraw_inquiry', { token })).error).toBeNull()
    expect((await call('request_my_data', { email: 'asha@acme.test' })).error).toBeNull()
    expect((await call('send_current_quotation', { token })).error?.code).not.toBe('captcha_failed')
    expect(asked).toHaveLength(length)
  })

  it('signing in and all other requests need no token', async () => {
    asked = []
    await server.signedIn({ email: 'admin@giftwell.test', password: 'correct horse battery' })
    expect((await server.client().from('products').select('id')).error).toBeNull()
    expect(asked).toEqual([])
  })

  it('inquiries are accepted while Cloudflare does not respond', async () => {
    misbehave = (response) => response.destroy()
    const sent = await server
      .client()
      .from('leads')
      .insert(lead('meanwhile'))
      .setHeader('x-turnstile-token', 'good')
    expect(sent.error).toBeNull()
  })
})

it('Turnstile is off without its keys', async () => {
  const server = await startTestServer()
  const config: unknown = await (await fetch(`${server.url}/config.json`)).json()
  expect(config).toMatchObject({ supabaseUrl: server.url, supabaseKey: server.publishableKey })
  expect(config).not.toHaveProperty('turnstileSiteKey')
  expect((await fetch(server.url)).headers.get('content-security-policy')).not.toContain('cloudflare')
  const sent = await server
    .client()
    .from('leads')
    .insert({ name: 'A', company: 'B', email: 'a@b.test', phone: '1' })
  expect(sent.error).toBeNull()
  await server.close()
})
