import { expect, it } from 'vitest'
import { authRequest } from '../testing/auth-request.ts'
import { hashQuickly } from '../testing/quick-hashing.ts'
import { createSignInRejection } from './sign-in-rejection.ts'

const right = 'open sesame'
const hash = await hashQuickly(right)
type Account = Readonly<Record<'hash' | 'was_compared', unknown>>

/** The code of the response to a sign-in that Auth rejected with `code`. */
async function rejection(code: string, password: unknown, account?: Account): Promise<string | null> {
  const query = async () => Promise.resolve({ rows: account === undefined ? [] : [account] })
  const request = authRequest('token?grant_type=password', {
    fields: { email: 'buyer@giftwell.test', password },
  })
  const response = Response.json({}, { status: 400, headers: { 'x-sb-error-code': code } })
  const completed = await createSignInRejection(query)(request, response)
  expect(completed.status).toBe(400)
  return completed.headers.get('x-sb-error-code')
}

it('only the right password is told that its account is not confirmed', async () => {
  const unconfirmed = { hash, was_compared: false }
  expect(await rejection('email_not_confirmed', right, unconfirmed)).toBe('email_not_confirmed')
  expect(await rejection('email_not_confirmed', 'open says me', unconfirmed)).toBe('invalid_credentials')
})

it('a confirmed account and an unknown address are rejected alike', async () => {
  expect(await rejection('invalid_credentials', 'wrong', { hash, was_compared: true })).toBe(
    'invalid_credentials',
  )
  expect(await rejection('invalid_credentials', 'wrong')).toBe('invalid_credentials')
})

it('another error, another request and a sign-in without a password are not changed', async () => {
  expect(await rejection('over_request_rate_limit', 'wrong')).toBe('over_request_rate_limit')
  expect(await rejection('email_not_confirmed', '')).toBe('email_not_confirmed')
  expect(await rejection('email_not_confirmed', 7)).toBe('email_not_confirmed')
  const response = Response.json({}, { headers: { 'x-sb-error-code': 'email_not_confirmed' } })
  const query = async () => Promise.resolve({ rows: [] })
  expect(await createSignInRejection(query)(authRequest('signup'), response)).toBe(response)
})
