import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  administrator,
  linkIn,
  startTestServer,
  temporaryFolder,
  type TestServer,
} from '../testing/test-server.ts'

let temporary: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  temporary = await temporaryFolder()
})
afterAll(async () => temporary.remove())

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
    const answer = await fetch(linkIn(mails[0]), { redirect: 'manual' })
    expect(answer.status).toBe(303)
    const landing = new URL(answer.headers.get('location')!)
    expect(landing.origin + landing.pathname).toBe(`${server.url}/catalogue`)

    // supabase-js reads the fragment on the page, on any device.
    const fragment = new URLSearchParams(landing.hash.slice(1))
    expect(fragment.get('type')).toBe('signup')
    const arrived = server.client()
    const { data: session } = await arrived.auth.setSession({
      access_token: fragment.get('access_token')!,
      refresh_token: fragment.get('refresh_token')!,
    })
    expect(session.user?.email).toBe(person.email)
    expect((await arrived.auth.refreshSession()).error).toBeNull()
    expect((await server.client().auth.signInWithPassword(person)).error).toBeNull()
  })

  it('a link to a new password confirms an account whose first link was lost', async () => {
    const person = newPerson()
    const { auth } = server.client()
    await auth.signUp(person)
    await auth.resetPasswordForEmail(person.email)
    const answer = await fetch(linkIn((await mailTo(person.email))[1]), { redirect: 'manual' })
    expect(answer.headers.get('location')).toContain('access_token=')
    expect((await auth.signInWithPassword(person)).error).toBeNull()
  })

  it('a link works once, and a second visit shows the reason and the kind of the link on the page', async () => {
    const person = newPerson()
    await server.client().auth.signUp({ ...person, options: { emailRedirectTo: `${server.url}/catalogue` } })
    const link = linkIn((await mailTo(person.email))[0])
    await fetch(link, { redirect: 'manual' })
    const second = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location')!)
    expect(second.origin + second.pathname).toBe(`${server.url}/catalogue`)
    const fragment = new URLSearchParams(second.hash.slice(1))
    expect([fragment.get('error_code'), fragment.get('type')]).toEqual(['otp_expired', 'signup'])
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

  it.each(['https://evil.example/', 'http://127.0.0.1:1/catalogue', '//evil.example'])(
    'a link that was altered leads to the home page: %s',
    async (elsewhere) => {
      const person = newPerson()
      await server.client().auth.signUp(person)
      const link = linkIn((await mailTo(person.email))[0])
      link.searchParams.set('redirect_to', elsewhere)
      const landing = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location')!)
      expect(landing.origin).toBe(server.url)
    },
  )

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

  it('a browser that opens the link is signed in by supabase-js without having requested the link', async () => {
    const person = newPerson()
    await server.client().auth.signUp({ ...person, options: { emailRedirectTo: `${server.url}/catalogue` } })
    const answer = await fetch(linkIn((await mailTo(person.email))[0]), { redirect: 'manual' })
    const location = new URL(answer.headers.get('location')!)
    vi.stubGlobal('document', { visibilityState: 'hidden' })
    vi.stubGlobal('window', { location, history: { state: null, replaceState() {} }, addEventListener() {} })
    try {
      const browser = createClient(server.url, server.publishableKey, {
        auth: {
          flowType: 'implicit',
          detectSessionInUrl: true,
          persistSession: false,
          autoRefreshToken: false,
        },
      })
      const { data } = await browser.auth.getSession()
      expect(data.session?.user.email).toBe(person.email)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  describe('a person who signs up again', () => {
    it('a repeated sign-up sends another e-mail, but not within a minute', async () => {
      const person = newPerson()
      const { auth } = server.client()
      await auth.signUp(person)
      expect((await auth.signUp(person)).error).toBeNull()
      expect((await auth.resend({ type: 'signup', email: person.email })).error).toBeNull()
      expect(await mailTo(person.email)).toHaveLength(1)

      await aMinuteLater(person.email)
      const options = { emailRedirectTo: `${server.url}/catalogue` }
      expect((await auth.resend({ type: 'signup', email: person.email, options })).error).toBeNull()
      const mails = await mailTo(person.email)
      expect(mails).toHaveLength(2)
      expect(redirectOf(linkIn(mails[1]))).toBe(`${server.url}/catalogue`)
      await fetch(linkIn(mails[1]), { redirect: 'manual' })
      expect((await auth.signInWithPassword(person)).error).toBeNull()
    })

    it('a sign-up with the address of an account tells its owner, at most once a minute', async () => {
      const person = newPerson()
      const { auth } = server.client()
      await auth.signUp(person)
      await fetch(linkIn((await mailTo(person.email))[0]), { redirect: 'manual' })

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
      const landing = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location')!)
      expect(new URLSearchParams(landing.hash.slice(1)).get('type')).toBe('recovery')
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
      await auth.signUp(person)
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
      const answer = await fetch(`${server.url}${link.pathname}${link.search}`, { redirect: 'manual' })
      expect(answer.headers.get('location')).toMatch(/^https:\/\/gifts\.example\/catalogue#access_token=/)
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
