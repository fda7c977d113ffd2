import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createCallerOf } from './caller.ts'

const keys = { jwtSecret: 'a secret that is long enough, really', secretKey: 'sb_secret_operator' }
const callerOf = createCallerOf(keys)
const id = '5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10'
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function token(claims: object, { alg = 'HS256', secret = keys.jwtSecret } = {}): string {
  const signed = `${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const claims = { sub: id, role: 'authenticated', exp: Date.now() / 1000 + 3600 }
const bearing = (bearer: string) => callerOf(new Headers({ authorization: `Bearer ${bearer}` }))

it('callerOf identifies an account by its access token and the operator by the secret key', () => {
  expect(bearing(token(claims))).toEqual({ kind: 'account', id })
  expect(bearing(keys.secretKey)).toEqual({ kind: 'operator' })
  expect(callerOf(new Headers({ apikey: keys.secretKey }))).toEqual({ kind: 'operator' })
})

it('callerOf accepts the token of a signed URL until it expires', () => {
  const by = (exp: number) => callerOf(new Headers(), token({ url: 'product-images/1.png', exp }))
  expect(by(claims.exp)).toEqual({ kind: 'address' })
  expect(by(Date.now() / 1000 - 1)).toEqual({ kind: 'anyone' })
  expect(callerOf(new Headers(), token(claims, { secret: 'another secret' }))).toEqual({ kind: 'anyone' })
})

it.each([
  ['', 'no token'],
  ['sb_publishable_anyone', 'the key that anyone may know'],
  ['a.b.c', 'what is no token'],
  [token(claims, { secret: 'another secret' }), 'a token with a foreign signature'],
  [token(claims, { alg: 'none' }), 'a token of another kind'],
  [token({ ...claims, exp: Date.now() / 1000 - 1 }), 'a token that is over'],
  [token({ ...claims, role: 'anon' }), 'a token of no account'],
  [`${token(claims)}.more`, 'a token with something behind it'],
])('callerOf takes %s for anyone: %s', (bearer) => {
  expect(bearing(bearer)).toEqual({ kind: 'anyone' })
})
