import { describe, expect, it } from 'vitest'
import { tokenOf } from '../testing/clients-of.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

describe('a request to Auth with fields of other types', { timeout: 60_000 }, () => {
  const server = sharedServer({ CONFIRM_EMAIL: '0' })

  const ask = async (path: string, body: unknown) => {
    const answer = await server.send(`/auth/v1/${path}`, { body })
    return { status: answer.status, ...((await answer.json()) as { error_code?: string }) }
  }
  const odd = [{}, { a: 1 }, ['open sesame'], 12_345_678, true]

  it.each(odd)('a sign-up with the password %j is a bad request', async (password) => {
    const answer = await ask('signup', { email: 'odd@giftwell.test', password })
    expect(answer).toMatchObject({ status: 400, error_code: 'bad_json' })
  })

  it.each(odd)(
    'a sign-in with the password %j gets the same response for existing and missing accounts',
    async (password) => {
      const signIn = async (email: string) => ask('token?grant_type=password', { email, password })
      const known = await signIn(administrator.email)
      expect(known).toMatchObject({ status: 400, error_code: 'bad_json' })
      expect(await signIn('nobody@giftwell.test')).toEqual(known)
    },
  )

  it.each(['callback', 'signup', 'verify'])('a form sent to Auth is rejected: %s', async (path) => {
    const answer = await server.send(`/auth/v1/${path}`, {
      body: '--x',
      headers: { 'content-type': 'multipart/form-data' },
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: 'bad_json' }),
    ])
  })

  const send = async (method: string, path: string, body: string | Buffer<ArrayBuffer>, token = '') =>
    fetch(`${server.url}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: server.publishableKey,
        'content-type': 'application/json',
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      body,
    })

  it('a byte order mark hides no field', async () => {
    const odd = (email: string) => `\ufeff${JSON.stringify({ email, password: {} })}`
    for (const email of [administrator.email, 'nobody@giftwell.test']) {
      const answer = await send('POST', 'token?grant_type=password', odd(email))
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { code: 400, error_code: 'bad_json', msg: expect.any(String) },
      ])
    }
    const plain = `\ufeff${JSON.stringify(administrator)}`
    expect((await send('POST', 'token?grant_type=password', plain)).status).toBe(200)
  })

  it.each([
    ['a list', '[{"email":"odd@giftwell.test","password":"open sesame"}]'],
    ['a text', '"odd@giftwell.test"'],
    ['null', 'null'],
    ['what is no JSON', '{"email":'],
    [
      'NUL, which only a new account would store',
      String.raw`{"email":"odd@giftwell.test","password":"open sesame","data":{"a":"\u0000"}}`,
    ],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('a body with %s is a bad request', async (_, body) => {
    for (const path of ['signup', 'recover', 'token?grant_type=password', 'resend', 'otp']) {
      const answer = await send('POST', path, body)
      expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'bad_json' }])
    }
  })

  it('a path with an encoded character reaches no rule and no route', async () => {
    for (const path of ['%73ignup', 'signup%2F', '%75ser']) {
      expect((await send('POST', path, '{}')).status).toBe(404)
    }
  })

  it.each([
    { email: 'new@giftwell.test' },
    { email: '' },
    { email: null },
    { email: 'new@giftwell.test', password: 'another password' },
  ])('the e-mail address of an account is not changed: %j', async (change) => {
    const client = await server.signedIn(administrator)
    const token = await tokenOf(client)
    const before = (await server.mails()).length
    const answer = await send('PUT', 'user', JSON.stringify(change), token)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        code: 400,
        error_code: 'validation_failed',
        msg: 'email: the e-mail address of an account cannot be changed',
      },
    ])
    expect((await server.mails()).length).toBe(before)
    await server.signedIn(administrator)
  })

  it('HEAD sends no code', async () => {
    const client = await server.signedIn(administrator)
    const before = (await server.mails()).length
    const token = await tokenOf(client)
    const answer = await server.send('/auth/v1/reauthenticate', { method: 'HEAD', token })
    expect(answer.status).toBe(405)
    expect((await server.mails()).length).toBe(before)
  })

  it('missing and null fields are accepted', async () => {
    expect(await ask('signup', { email: 'odd@giftwell.test', password: null })).toMatchObject({ status: 400 })
    expect(await ask('recover', { email: administrator.email, password: null })).toMatchObject({
      status: 200,
    })
  })
})
