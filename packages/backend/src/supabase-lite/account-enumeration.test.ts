import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { administrator, linkIn, startTestServer, type TestServer } from '../testing/test-server.ts'
import { authRequest } from '../testing/auth-request.ts'
import { hashQuickly } from '../testing/quick-hashing.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import { createLinkRequests, createRepeatedSignUp, createSignInRejection } from './account-enumeration.ts'

const temporary = sharedFolder()

describe('with confirmation by e-mail', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ DATA_DIR: temporary.path })
  })
  afterAll(async () => server.close())

  let people = 0
  const newPerson = () => ({ email: `person${(people += 1)}@giftwell.test`, password: 'open sesame' })
  const mailTo = async (email: string) => (await server.mails()).filter(({ to }) => to === email)
  const aMinuteLater = async (email: string) =>
    server.database?.query(
      `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '61 s',
         recovery_sent_at = recovery_sent_at - interval '61 s' where email = $1`,
      [email],
    )
  const redirectOf = (link: URL): string | null => link.searchParams.get('redirect_to')

  it('a new user follows the e-mail’s link to the requested page and is signed in there', async () => {
    const person = newPerson()
    const { data, error } = await server.client().auth.signUp({
      ...person,
      options: { emailRedirectTo: `${server.url}/catalogue` },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    const before = await server.client().auth.signInWithPassword(person)
    expect(before.error?.message).toBe('Email not confirmed')

    const mails = await mailTo(person.email)
    expect(mails).toHaveLength(1)
    expect(redirectOf(linkIn(mails[0]))).toBe(`${server.url}/catalogue`)
    const { client: arrived, error: failure } = await server.press(mails[0])
    expect(failure).toBeNull()
    expect((await arrived.auth.getUser()).data.user?.email).toBe(person.email)
    expect((await arrived.auth.refreshSession()).error).toBeNull()
    expect((await server.client().auth.signInWithPassword(person)).error).toBeNull()
  })

  it('a link to a new password confirms an account whose first link was lost, and leaves the choice of the password to it', async () => {
    const person = newPerson()
    const { auth } = server.client()
    await auth.signUp(person)
    await auth.resetPasswordForEmail(person.email)
    const { client: arrived } = await server.press((await mailTo(person.email))[1])
    expect((await auth.signInWithPassword(person)).error, 'anyone may have chosen it').not.toBeNull()
    expect((await arrived.auth.updateUser({ password: 'my own choice' })).error).toBeNull()
    expect((await auth.signInWithPassword({ ...person, password: 'my own choice' })).error).toBeNull()
  })

  it('a link works once, when its button is pressed, however often it is opened before', async () => {
    const person = newPerson()
    await server.client().auth.signUp({ ...person, options: { emailRedirectTo: `${server.url}/catalogue` } })
    const mail = (await mailTo(person.email))[0]
    const link = linkIn(mail)
    // Links from before the page existed, and a program's variant of a new one.
    const former = new URL(`/auth/v1/verify?token=${link.searchParams.get('token_hash')}&type=signup`, link)
    for (const address of [link, former])
      for (const method of ['GET', 'HEAD'])
        for (let count = 0; count < 50; count += 1) await fetch(address, { method, redirect: 'manual' })
    const opened = await fetch(former, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `/auth/confirm?token_hash=${link.searchParams.get('token_hash')}&type=signup&redirect_to=${encodeURIComponent(server.url)}`,
    ])
    expect((await server.client().auth.signInWithPassword(person)).error?.message).toBe('Email not confirmed')
    expect((await server.press(mail)).error).toBeNull()
    expect((await server.press(mail)).error?.code).toBe('otp_expired')
  })

  it.each([
    'https://evil.example/catalogue',
    '//evil.example',
    'http://127.0.0.1:1/catalogue',
    'javascript:alert(1)',
  ])('no e-mail leads to another site: %s', async (elsewhere) => {
    const person = newPerson()
    const { auth } = server.client()
    await auth.signUp({ ...person, options: { emailRedirectTo: elsewhere } })
    await auth.resetPasswordForEmail(person.email, { redirectTo: elsewhere })
    await auth.signInWithOtp({ email: person.email, options: { emailRedirectTo: elsewhere } })
    const links = (await mailTo(person.email)).map((mail) => linkIn(mail))
    expect(links.map((link) => link.searchParams.get('type'))).toEqual(['signup', 'recovery', 'magiclink'])
    for (const link of links) expect(redirectOf(link)).toBe(server.url)
  })

  it('password recovery and e-mail links lead to the page that requested them', async () => {
    const { auth } = server.client()
    await auth.resetPasswordForEmail(administrator.email, { redirectTo: `${server.url}/admin` })
    await auth.signInWithOtp({
      email: administrator.email,
      options: { emailRedirectTo: `${server.url}/admin` },
    })
    const links = (await mailTo(administrator.email)).map((mail) => linkIn(mail))
    expect(links.map(redirectOf)).toEqual([`${server.url}/admin`, `${server.url}/admin`])
  })

  describe('a person who signs up again', () => {
    it('a repeated sign-up replaces the password and its link; the same e-mail is sent again, but not within a minute', async () => {
      const person = newPerson()
      const { auth } = server.client()
      await auth.signUp({ ...person, password: 'of a stranger' })
      expect((await auth.signUp(person)).error).toBeNull()
      const [first, second] = await mailTo(person.email)
      expect((await server.press(first)).error?.code).toBe('otp_expired')
      expect((await auth.resend({ type: 'signup', email: person.email })).error).toBeNull()
      expect(await mailTo(person.email)).toHaveLength(2)
      expect(linkIn(second).searchParams.get('type')).toBe('signup')

      await aMinuteLater(person.email)
      const options = { emailRedirectTo: `${server.url}/catalogue` }
      expect((await auth.resend({ type: 'signup', email: person.email, options })).error).toBeNull()
      const mails = await mailTo(person.email)
      expect(mails).toHaveLength(3)
      expect(redirectOf(linkIn(mails[2]))).toBe(`${server.url}/catalogue`)
      expect((await server.press(mails[2])).error).toBeNull()
      expect((await auth.signInWithPassword({ ...person, password: 'of a stranger' })).error).not.toBeNull()
      expect((await auth.signInWithPassword(person)).error).toBeNull()
    })

    it('a sign-up with the address of an account tells its owner, at most once a minute', async () => {
      const person = newPerson()
      const { auth } = server.client()
      await auth.signUp(person)
      await server.press((await mailTo(person.email))[0])

      const stranger = { email: person.email.toUpperCase(), password: 'another one' }
      const options = { emailRedirectTo: `${server.url}/catalogue` }
      expect((await auth.signUp({ ...stranger, options })).error).toBeNull()
      expect((await auth.signUp({ ...stranger, options })).error).toBeNull()
      const mails = await mailTo(person.email)
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Confirm your Giftwell account',
        'You have a Giftwell account',
      ])
      expect((await auth.signInWithPassword({ ...person, password: stranger.password })).error).not.toBeNull()
      expect((await auth.signInWithPassword(person)).error).toBeNull()

      const link = linkIn(mails[1])
      expect([link.searchParams.get('type'), redirectOf(link)]).toEqual([
        'recovery',
        `${server.url}/catalogue`,
      ])
      expect((await server.press(mails[1])).error).toBeNull()
      await aMinuteLater(person.email)
      await auth.signUp(stranger)
      expect(await mailTo(person.email)).toHaveLength(3)
    })

    it('a clock that was set back stops no e-mail', async () => {
      const person = newPerson()
      const { auth } = server.client()
      await auth.signUp(person)
      await server.database?.query(
        `update auth.users set confirmation_sent_at = now() + interval '1 day' where email = $1`,
        [person.email],
      )
      await auth.resend({ type: 'signup', email: person.email })
      expect(await mailTo(person.email)).toHaveLength(2)
    })
  })

  it('a password that is too short is rejected with a sentence', async () => {
    const { error } = await server.client().auth.signUp({ ...newPerson(), password: '12345' })
    expect(error?.message).toBe('Password should be at least 6 characters.')
  })

  it('signing out everywhere ends every session', async () => {
    const one = await server.signedIn(administrator)
    const other = await server.signedIn(administrator)
    expect((await one.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await other.auth.refreshSession()).error).not.toBeNull()
  })
})

describe('behind another address', () => {
  it('links in e-mails begin with the public origin and lead back to it', async () => {
    const server = await startTestServer({ DATA_DIR: temporary.path, SITE_URL: 'https://gifts.example' })
    try {
      const options = { emailRedirectTo: 'https://gifts.example/catalogue' }
      await server.client().auth.signUp({ email: 'far@giftwell.test', password: 'open sesame', options })
      const link = linkIn((await server.mails()).at(-1))
      expect(link.origin).toBe('https://gifts.example')
      expect(link.searchParams.get('redirect_to')).toBe('https://gifts.example/catalogue')
    } finally {
      await server.close()
    }
  })
})

describe('without confirmation', () => {
  it('a new user is signed in at once, and an existing e-mail address is rejected', async () => {
    const server = await startTestServer({ DATA_DIR: temporary.path, CONFIRM_EMAIL: '0' })
    try {
      const person = { email: 'quick@giftwell.test', password: 'open sesame' }
      const { data } = await server.client().auth.signUp(person)
      expect(data.session?.user.email).toBe(person.email)
      expect((await server.client().auth.signUp(person)).error?.message).toBe('User already registered')
      expect((await server.mails()).filter(({ to }) => to === person.email)).toEqual([])
    } finally {
      await server.close()
    }
  })
})

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

const known = 'known@giftwell.test'

/** What a request about an address does, in order: statements and e-mails, sent or not. */
async function workOf(name: string, email: string) {
  const work: string[] = []
  const query = vi.fn(async (text: string, [about]: readonly unknown[] = []) => {
    work.push(text)
    return Promise.resolve({ rows: about === known ? [{ is_unconfirmed: true }] : [] })
  })
  const write = async (to: string, token: string) => {
    work.push(`e-mail of ${token.length} to ${to.length} characters`)
    return Promise.resolve()
  }
  const nothing = vi.fn(write)
  const mailer = {
    sendMagicLink: write,
    sendRecovery: write,
    sendConfirmation: write,
    sendConfirmationAgain: write,
    sendAccountExists: write,
    sendNothing: nothing,
  }
  const request = authRequest(name, { fields: { email, type: 'signup' } })
  const answer =
    (await createLinkRequests(query, mailer)(request)) ??
    (await createRepeatedSignUp(query, mailer)(request, Response.json({})))
  return { answer: [answer.status, await answer.text()], work, isSent: nothing.mock.calls.length === 0 }
}

it.each(['recover', 'otp', 'magiclink', 'resend'])(
  'a stranger who asks %s for a link costs the same statements and the writing of an e-mail, account or not',
  async (name) => {
    const [account, stranger] = [await workOf(name, known), await workOf(name, 'whoam@giftwell.test')]
    expect(account.work).toHaveLength(2)
    expect(stranger.work).toEqual(account.work)
    expect(stranger.answer).toEqual(account.answer)
    expect([account.isSent, stranger.isSent]).toEqual([true, false])
  },
)
