import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../testing/clients-of.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

const server = sharedServer({ TRUSTED_PROXY: '127.0.0.1', CONFIRM_EMAIL: '0' }, { now: () => 0 })

let addresses = 0
/** A new client address. */
const newAddress = () => `198.51.100.${(addresses += 1)}`

async function send(
  method: string,
  path: string,
  { token, body, from }: { token: string; body?: object; from: string },
): Promise<number> {
  const answer = await server.send(path, { method, token, body, headers: { 'x-forwarded-for': from } })
  await answer.bytes()
  return answer.status
}

async function inTurn(count: number, send: (number: number) => Promise<number>): Promise<number[]> {
  const statuses: number[] = []
  for (let number = 0; number < count; number += 1) statuses.push(await send(number))
  return statuses
}

const tooMany = (statuses: readonly number[]) => statuses.filter((status) => status === 429).length

let people = 0
/** Makes an account without earlier requests. */
async function newCustomer(): Promise<string> {
  people += 1
  const account = { email: `customer${people}@acme.test`, password: 'long enough' }
  await server.client().auth.signUp(account)
  return tokenOf(await server.signedIn(account))
}

describe('e-mails for an account', () => {
  it('e-mails with a code are limited to five an hour', async () => {
    const token = await newCustomer()
    const ask = async () => send('GET', '/auth/v1/reauthenticate', { token, from: newAddress() })
    expect(tooMany(await inTurn(8, ask))).toBe(3)
  })

  it('e-mails of accounts are limited to thirty an hour for one client address', async () => {
    const from = newAddress()
    const tokens = await Promise.all(Array.from({ length: 7 }, newCustomer))
    const ask = async (number: number) =>
      send('GET', '/auth/v1/reauthenticate', { token: tokens[number % 7] ?? '', from })
    expect(tooMany(await inTurn(33, ask))).toBe(3)
  })

  it('other changes of an account are limited to sixty an hour, and reading it is not', async () => {
    const token = await newCustomer()
    const from = newAddress()
    const change = async (number: number) =>
      send('PUT', '/auth/v1/user', { token, body: { data: { number } }, from })
    expect(tooMany(await Promise.all(Array.from({ length: 63 }, async (_, number) => change(number))))).toBe(
      3,
    )
    expect(tooMany(await inTurn(35, async () => send('GET', '/auth/v1/user', { token, from })))).toBe(0)
  })
})

describe('sessions', () => {
  it('a session is refreshed thirty times an hour, whatever its client address, and others are not affected', async () => {
    await newCustomer()
    const account = { email: `customer${people}@acme.test`, password: 'long enough' }
    const sessions = await Promise.all([server.signedIn(account), server.signedIn(account)])
    const [first = '', second = ''] = await Promise.all(
      sessions.map(async ({ auth }) => (await auth.getSession()).data.session?.refresh_token ?? ''),
    )
    let token = first
    let retryAfter: string | null = null
    const refresh = async () => {
      const answer = await server.send('/auth/v1/token?grant_type=refresh_token', {
        headers: { 'x-forwarded-for': newAddress() },
        body: { refresh_token: token },
      })
      if (answer.status === 200)
        ({ refresh_token: token } = (await answer.json()) as { refresh_token: string })
      else retryAfter = answer.headers.get('retry-after')
      return answer.status
    }
    expect(tooMany(await inTurn(32, refresh))).toBe(2)
    expect(retryAfter).toBe('120')
    // The token that was replaced last works, too, and counts, too.
    token = first
    expect(await refresh()).toBe(429)
    token = second
    expect(await refresh()).toBe(200)
  })

  it('a session gets ten challenges of a second factor in five minutes', async () => {
    const token = await newCustomer()
    const enrolled = await server.send('/auth/v1/factors', { token, body: { factor_type: 'totp' } })
    const { id } = (await enrolled.json()) as { id: string }
    const challenge = async () =>
      send('POST', `/auth/v1/factors/${id}/challenge`, { token, body: {}, from: newAddress() })
    const statuses = await inTurn(12, challenge)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(tooMany(statuses)).toBe(2)
  })
})

describe('leads', () => {
  const lead = (number: number) => ({
    name: `Buyer ${number}`,
    company: 'Acme',
    email: 'one@acme.test',
    phone: '1',
  })
  const enter = async (count: number, token: string) => {
    const from = newAddress()
    return inTurn(count, async (number) =>
      send('POST', '/rest/v1/leads', { token, body: lead(number), from }),
    )
  }

  it('leads of administrators and of the operator are not limited', { tags: 'full' }, async () => {
    const admin = await tokenOf(await server.signedIn(administrator))
    expect(new Set(await enter(70, admin))).toEqual(new Set([201]))
    // Written by the backend.
    const { secretKey } = JSON.parse(await readFile(join(server.dataFolder, 'secrets.json'), 'utf8')) as {
      secretKey: string
    }
    expect(new Set(await enter(70, secretKey))).toEqual(new Set([201]))
  })

  it('leads of customers and of forged tokens are limited', async () => {
    expect(tooMany(await enter(42, await newCustomer()))).toBe(2)
    const [head = '', claims = ''] = (await tokenOf(await server.signedIn(administrator))).split('.')
    expect(await enter(42, `${head}.${claims}.forged`)).not.toContain(201)
  })

  it('administrators may list and delete any number of leads', async () => {
    const token = await tokenOf(await server.signedIn(administrator))
    const from = newAddress()
    const remove = async (number: number) =>
      send('DELETE', `/rest/v1/leads?name=eq.Buyer%20${number}`, { token, from })
    expect(tooMany(await inTurn(70, remove))).toBe(0)
  })
})
