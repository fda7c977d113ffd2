import { createHmac } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { createKeptAnswers } from './kept-answers.ts'
import { createKnownCustomers, type KnownSession } from './known-customers.ts'

const jwtSecret = 'a secret that is long enough, really'
const account = '5d6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a10'
const session = '0b6a6f5e-3c5e-4c0e-9d7f-1f1f3c1f2a11'
const now = Date.now() / 1000
const claims = { sub: account, session_id: session, role: 'authenticated', iat: now - 60, exp: now + 3600 }

function tokenOf(said: object, { alg = 'HS256', secret = jwtSecret } = {}): string {
  const encoded = [{ alg, typ: 'JWT' }, said].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = createHmac('sha256', secret).update(encoded.join('.')).digest('base64url')
  return [...encoded, signature].join('.')
}

const most = { answers: 10, bytes: 10, bytesOfOne: 1 }
const query = vi.fn(async (): Promise<{ rows: Record<string, unknown>[] }> => ({ rows: [] }))
beforeEach(() => query.mockReset())

function begin(rows: Record<string, unknown>[] = [{ is_admin: false }]) {
  const sessions = createKeptAnswers<KnownSession>({ most, lifetime: 60_000 })
  sessions.allow(true)
  query.mockResolvedValue({ rows })
  return { sessions, customers: createKnownCustomers({ sessions, query, jwtSecret }) }
}

it('knows a customer from the first look-up on, under every token of the session', async () => {
  const { customers } = begin()
  expect(customers.atHand(tokenOf(claims))).toBeNull()
  expect(await customers.find(tokenOf(claims))).toBe(account)
  expect(customers.atHand(tokenOf({ ...claims, iat: now - 5 }))).toBe(account)
  expect(await customers.find(tokenOf(claims))).toBe(account)
  expect(query).toHaveBeenCalledExactlyOnceWith(expect.any(String), [session, account])
})

it('looks again after a change of accounts, and hears nothing of a look-up that began before it', async () => {
  const { sessions, customers } = begin()
  await customers.find(tokenOf(claims))
  sessions.forget()
  expect(customers.atHand(tokenOf(claims))).toBeNull()
  const { promise, resolve } = Promise.withResolvers<{ rows: Record<string, unknown>[] }>()
  query.mockReturnValueOnce(promise)
  const before = customers.find(tokenOf(claims))
  sessions.forget()
  resolve({ rows: [{ is_admin: false }] })
  await before
  expect(customers.atHand(tokenOf(claims))).toBeNull()
})

it('takes nobody for a customer whose session is not found, who is an administrator, or when nothing is heard', async () => {
  expect(await begin([]).customers.find(tokenOf(claims))).toBeNull()
  const administrators = begin([{ is_admin: true }]).customers
  expect(await administrators.find(tokenOf(claims))).toBeNull()
  expect(administrators.atHand(tokenOf(claims))).toBeNull()
  query.mockClear()
  const { sessions, customers } = begin()
  sessions.allow(false)
  expect(await customers.find(tokenOf(claims))).toBeNull()
  expect(query).not.toHaveBeenCalled()
})

it('leaves it to others to say what is wrong with the database', async () => {
  const { customers } = begin()
  query.mockRejectedValueOnce(new Error('no database'))
  expect(await customers.find(tokenOf(claims))).toBeNull()
  expect(await customers.find(tokenOf(claims))).toBe(account)
})

it.each([
  ['that somebody else signed', tokenOf(claims, { secret: 'another secret' })],
  ['of another kind', tokenOf(claims, { alg: 'none' })],
  ['that is over', tokenOf({ ...claims, exp: now - 1 })],
  ['that is not valid yet', tokenOf({ ...claims, nbf: now + 60 })],
  ['of the future', tokenOf({ ...claims, iat: now + 60 })],
  ['without a time of issue', tokenOf({ ...claims, iat: undefined })],
  ['without an end', tokenOf({ ...claims, exp: undefined })],
  ['of no session', tokenOf({ ...claims, session_id: undefined })],
  ['of another role', tokenOf({ ...claims, role: 'service_role' })],
  ['that is none', 'e30.e30.e30'],
])('asks nobody about a token %s, even when its session is known', async (_, token) => {
  const { customers } = begin()
  await customers.find(tokenOf(claims))
  query.mockClear()
  expect(customers.atHand(token)).toBeNull()
  expect(await customers.find(token)).toBeNull()
  expect(query).not.toHaveBeenCalled()
})
