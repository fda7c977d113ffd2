import bcrypt from 'bcryptjs'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

describe('a stranger who asks about an e-mail address', { timeout: 60_000 }, () => {
  const password = 'open sesame'
  const [unconfirmed, confirmed] = ['unconfirmed@giftwell.test', 'confirmed@giftwell.test']

  const server = sharedServer({}, { now: () => 0 })
  beforeAll(async () => {
    for (const email of [unconfirmed, confirmed]) await server.client().auth.signUp({ email, password })
    const mail = (await server.mails()).find(({ to }) => to === confirmed)
    await server.press(mail)
  })
  // The e-mails of a day, which are counted alike for every address (mail-limit.test.ts).
  beforeEach(async () => server.database?.query('delete from private.sent_mails'))

  async function ask(path: string, body: object) {
    const answer = await server.send(`/auth/v1/${path}`, { body })
    const headers = Object.fromEntries(answer.headers)
    return { status: answer.status, headers, text: await answer.text() }
  }

  /** What differs between two requests for any address: ids, times and the address itself. */
  const withoutParticulars = ({ status, headers, text }: Awaited<ReturnType<typeof ask>>, email: string) => ({
    status,
    headers: { ...headers, date: '', 'x-request-id': '', 'content-length': '' },
    text: text
      .replaceAll(email, 'EMAIL')
      // The version of an id tells who made it.
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, 'ID$1')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00/g, 'TIME'),
  })

  /** The responses to all addresses, and the numbers of hashes and comparisons that each cost. */
  async function askAbout(emails: readonly string[], path: string, body: (email: string) => object) {
    const compare = vi.spyOn(bcrypt, 'compare')
    const hash = vi.spyOn(bcrypt, 'hash')
    const answers: unknown[] = []
    for (const email of emails) {
      compare.mockClear()
      hash.mockClear()
      const answer = withoutParticulars(await ask(path, body(email)), email)
      answers.push({ ...answer, work: [hash.mock.calls.length, compare.mock.calls.length] })
    }
    vi.restoreAllMocks()
    return answers
  }

  it('gets the same response for the same work when signing in with a wrong password', async () => {
    const emails = ['nobody@giftwell.test', confirmed, unconfirmed]
    const signIn = (email: string) => ({ email, password: 'a wrong one' })
    const [first, ...others] = await askAbout(emails, 'token?grant_type=password', signIn)
    expect(first).toMatchObject({ status: 400, work: [0, 1] })
    expect(first).toMatchObject({ text: expect.stringContaining('Invalid login credentials') })
    expect(others).toEqual([first, first])
  })

  it('and only the right password learns that an account is not confirmed', async () => {
    const [answer] = await askAbout([unconfirmed], 'token?grant_type=password', (email) => ({
      email,
      password,
    }))
    expect(answer).toMatchObject({
      status: 400,
      text: expect.stringContaining('Email not confirmed'),
      work: [0, 1],
    })
  })

  it('gets the same response for the same work when signing up', async () => {
    const emails = ['new@giftwell.test', unconfirmed, confirmed, administrator.email, 'new@giftwell.test']
    const data = { company: 'Acme', sub: 'mine' }
    const signUp = (email: string) => ({ email, password: 'another one', data })
    const [first, ...others] = await askAbout(emails, 'signup', signUp)
    expect(first).toMatchObject({ status: 200, work: [1, 0] })
    expect(others).toEqual([first, first, first, first])
  })

  it.each([
    ['signup', { password: 'short' }],
    ['signup', { password: 'x'.repeat(80) }],
    ['signup', {}],
    ['recover', {}],
    ['resend', { type: 'signup' }],
    ['resend', { type: 'email_change' }],
    ['otp', {}],
    ['otp', { create_user: false }],
    ['magiclink', {}],
    ['verify', { type: 'recovery', token: '123456' }],
  ])('gets the same response from %s with %j', async (path, body) => {
    const emails = ['unknown@giftwell.test', unconfirmed, confirmed, administrator.email]
    const [first, ...others] = await askAbout(emails, path, (email) => ({ ...body, email }))
    expect(others).toEqual([first, first, first])
  })

  it('makes no account by asking for a link', async () => {
    await ask('otp', { email: 'unknown@giftwell.test' })
    await ask('magiclink', { email: 'unknown@giftwell.test' })
    expect((await server.mails()).filter(({ to }) => to === 'unknown@giftwell.test')).toEqual([])
    expect((await ask('magiclink', { email: 'no address' })).status).toBe(400)
  })

  it('meets the limits after as many requests for every address', async () => {
    const emails = ['stranger@giftwell.test', confirmed]
    const refusedAfter = async (email: string) => {
      for (let number = 0; ; number += 1) if ((await ask('recover', { email })).status === 429) return number
    }
    const counts = new Map<string, number>()
    for (const email of emails) counts.set(email, await refusedAfter(email))
    // The confirmed one has been asked about once before.
    expect([...counts.values()]).toEqual([5, 4])
  })
})
