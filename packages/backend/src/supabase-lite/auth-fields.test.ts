import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'

describe('a request to Auth with fields of other types', { timeout: 60_000 }, () => {
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

  it('missing and null fields are accepted', async () => {
    expect(await ask('signup', { email: 'odd@giftwell.test', password: null })).toMatchObject({ status: 400 })
    expect(await ask('recover', { email: administrator.email, password: null })).toMatchObject({
      status: 200,
    })
  })
})
