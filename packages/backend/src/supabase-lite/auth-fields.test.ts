import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'

describe('a request to Auth whose fields are of other kinds', { timeout: 60_000 }, () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ CONFIRM_EMAIL: '0' })
  })
  afterAll(async () => server.close())

  const ask = async (path: string, body: unknown) => {
    const answer = await fetch(`${server.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...((await answer.json()) as { error_code?: string }) }
  }
  const odd = [{}, { a: 1 }, ['open sesame'], 12_345_678, true]

  it.each(odd)(
    'is refused as one that cannot be read: the password %j of a new account',
    async (password) => {
      const answer = await ask('signup', { email: 'odd@giftwell.test', password })
      expect(answer).toMatchObject({ status: 400, error_code: 'bad_json' })
    },
  )

  it.each(odd)(
    'is refused alike for accounts that there are and for others: the password %j',
    async (password) => {
      const signIn = async (email: string) => ask('token?grant_type=password', { email, password })
      const known = await signIn(administrator.email)
      expect(known).toMatchObject({ status: 400, error_code: 'bad_json' })
      expect(await signIn('nobody@giftwell.test')).toEqual(known)
    },
  )

  it.each(['callback', 'signup', 'verify'])('is refused as a form: %s', async (path) => {
    const answer = await fetch(`${server.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'content-type': 'multipart/form-data' },
      body: '--x',
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: 'bad_json' }),
    ])
  })

  it('takes what is left out, or nothing, as before', async () => {
    expect(await ask('signup', { email: 'odd@giftwell.test', password: null })).toMatchObject({ status: 400 })
    expect(await ask('recover', { email: administrator.email, password: null })).toMatchObject({
      status: 200,
    })
  })
})
