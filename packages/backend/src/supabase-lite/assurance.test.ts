import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { authRequest } from '../testing/auth-request.ts'
import { createAssurance } from './auth-rules.ts'

const secret = 'a secret of the tests'
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { sub: 'a1', session_id: 's1', role: 'authenticated' }
const token = `${encoded({ alg: 'HS256' })}.${encoded(claims)}.signature-of-the-library`
const session = { access_token: token, refresh_token: 'r1', user: { id: 'a1', email: 'buyer@giftwell.test' } }
const factor = { id: 'f1', factor_type: 'totp', status: 'verified' }

/** The completed response, and the methods that were recorded for the session. */
async function completed(address: string, response: Response, factors: readonly object[] = []) {
  const methods: unknown[] = []
  const query = async (statement: string, parameters: readonly unknown[] = []) => {
    if (statement.includes('insert')) methods.push(parameters[1])
    if (statement.includes('from auth.mfa_factors')) return Promise.resolve({ rows: [...factors] })
    const rows = statement.includes('from auth.sessions') ? [{ aal: 'aal2', amr: '[{"method":"totp"}]' }] : []
    return Promise.resolve({ rows })
  }
  const method = address.startsWith('user') ? 'GET' : 'POST'
  const answer = await createAssurance(query as never, secret)(authRequest(address, { method }), response)
  return { answer, methods, body: (await answer.clone().json()) as typeof session }
}

it('a session’s token tells its level and methods, under a valid signature', async () => {
  const { body } = await completed('token?grant_type=refresh_token', Response.json(session))
  const [header, payload, signature] = body.access_token.split('.')
  expect(JSON.parse(Buffer.from(payload!, 'base64url').toString())).toEqual({
    ...claims,
    aal: 'aal2',
    amr: [{ method: 'totp' }],
  })
  expect(signature).toBe(createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url'))
  expect(body).toMatchObject({ refresh_token: 'r1', user: session.user })
})

it.each([
  ['token?grant_type=password', ['password']],
  ['signup', ['password']],
  ['verify', ['otp']],
  ['token?grant_type=refresh_token', []],
  ['factors/f1/verify', []],
])('a session of %s begins with the methods %j', async (address, expected) => {
  expect((await completed(address, Response.json(session))).methods).toEqual(expected)
})

it('a user has its factors, and no such field without one', async () => {
  const user = () => Response.json(session.user)
  expect((await completed('user', user(), [factor])).body).toEqual({ ...session.user, factors: [factor] })
  expect((await completed('user', user())).body).toEqual(session.user)
  const { body } = await completed('signup', Response.json(session), [factor])
  expect(body.user).toEqual({ ...session.user, factors: [factor] })
})

it('errors and sign-ups without a session are not changed', async () => {
  for (const response of [Response.json({ code: 400 }, { status: 400 }), Response.json(session.user)])
    expect((await completed('signup', response, [factor])).answer).toBe(response)
})
