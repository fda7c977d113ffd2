import type { SupabaseClient } from '@supabase/supabase-js'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator, type SentMail, startTestServer, type TestServer } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import { testedPostgres } from '../testing/tested-databases.ts'

const postgres = await testedPostgres(false)
const { skipReason } = postgres
const folder = sharedFolder()

let hours = 0
/** An hour passes from one request to the next one, also of the next server: limits of requests are another test's. */
const now = () => (hours += 1) * 3_600_000

const roles = ['customer', 'sales', 'administrator'] as const
type Role = (typeof roles)[number]
/** How the owner of the address comes to the account: it has none, it exists, or by a link to a new password. */
const ways = ['a new account', 'the account that is there', 'a new password'] as const

/** A factor needs a session, and so an address that need not be confirmed. */
const beginnings = [
  { confirms: true, isStrangerFirst: true, hasFactor: false },
  { confirms: true, isStrangerFirst: false, hasFactor: false },
  { confirms: false, isStrangerFirst: true, hasFactor: false },
  { confirms: false, isStrangerFirst: true, hasFactor: true },
  { confirms: false, isStrangerFirst: false, hasFactor: false },
]

/** The rules are the database's and the library's, the same on both engines. */
describe('on the embedded database, with confirmation', () => {
  ownerAlone('', true)
})
describe('on the embedded database, without confirmation', { tags: 'full' }, () => {
  ownerAlone('', false)
})
describe.skipIf(skipReason)('on PostgreSQL', { tags: 'full', meta: { skipReason } }, () => {
  describe.each([true, false])('with confirmation: %s', (confirms) => {
    ownerAlone(postgres.url, confirms)
  })
})

function ownerAlone(url: string, confirms: boolean) {
  let server: TestServer
  let admin: SupabaseClient
  let people = 0
  beforeAll(async () => {
    const env = { DATABASE_URL: url, DATA_DIR: join(folder.path, url === '' ? String(confirms) : 'postgres') }
    server = await startTestServer({ ...env, CONFIRM_EMAIL: confirms ? '1' : '0' }, { now })
    admin = await server.signedIn(administrator)
  }, 240_000)
  afterAll(async () => server.close())

  const cases = beginnings
    .filter((beginning) => beginning.confirms === confirms)
    .flatMap((beginning) => ways.flatMap((way) => roles.map((role) => ({ ...beginning, way, role }))))

  it.each(cases)(
    'the stranger signs up first: $isStrangerFirst, with a factor: $hasFactor; the owner of the address comes by $way, as $role, and alone has the account',
    { timeout: 60_000 },
    async ({ isStrangerFirst, hasFactor, way, role }) => {
      const email = `newhire@corp${(people += 1)}-${confirms ? 'on' : 'off'}.test`
      const [theirs, own] = ['the stranger chose', 'the owner chose']
      const mails = async () => server.mails(email)
      if (role !== 'customer') await invite(email, role)

      // All that the stranger can set up and send before the owner has proven the address.
      const stranger = server.client()
      const signUp = async (client: SupabaseClient, password: string) =>
        client.auth.signUp({ email, password })
      if (!isStrangerFirst) await signUp(server.client(), own)
      const firstMail = (await mails()).find(({ subject }) => subject.startsWith('Confirm'))
      await signUp(stranger, theirs)
      if (hasFactor) await addFactor(stranger)
      const former = (await stranger.auth.getSession()).data.session
      await server.client().auth.resetPasswordForEmail(email)

      // The owner opens only links that they requested.
      if (isStrangerFirst) await signUp(server.client(), own)
      const ownMail = isStrangerFirst
        ? (await mails()).findLast(({ subject }) => subject.startsWith('Confirm'))
        : firstMail
      // A stranger's later sign-up has ended the link of the owner's own: it confirms no password but its own.
      if (way === 'the account that is there' && confirms) await server.press(ownMail)
      if (way === 'a new password') await chooseByLink(email, own, mails)
      if (role !== 'customer') await accept(await invitationTo(email), own)

      const isProven = role !== 'customer' || way === 'a new password'
      const renewed = former && isStrangerFirst ? await server.client().auth.refreshSession(former) : null
      expect(renewed === null || (renewed.error !== null) === isProven, 'a session of before ends').toBe(true)
      const getsIn = async (password: string) =>
        (await server.client().auth.signInWithPassword({ email, password })).error === null
      const isTaken = !confirms && isStrangerFirst && role === 'customer' && way !== 'a new password'
      const isUnproven = confirms && role === 'customer' && (way === 'a new account' || !isStrangerFirst)
      const isOwned = !isTaken && !(isUnproven && way !== 'a new password')
      // Where addresses are not confirmed, the first to sign up has a customer's account until a link proves the address.
      expect([await getsIn(theirs), await getsIn(own)]).toEqual([isTaken, isOwned])
      if (!isOwned) return
      const client = await server.signedIn({ email, password: own })
      expect((await client.auth.mfa.listFactors()).data?.all, 'factors of before').toEqual([])
      const { data } = await client.from('profiles').select('is_admin, is_sales').single()
      expect(data).toEqual({ is_admin: role === 'administrator', is_sales: role === 'sales' })
      const links = (await mails()).filter(({ text }) => text.includes('/auth/confirm'))
      for (const mail of confirms || isProven ? links : [])
        expect((await server.press(mail)).error?.code, `“${mail.subject}”`).toBe('otp_expired')
    },
  )

  async function invite(email: string, role: Role) {
    expect((await admin.rpc('invite', { email, role })).error).toBeNull()
    // Sent by a server, its token would be another one.
    await server.database!.query(`delete from public.outbox where kind = 'invitation'`)
  }

  /** The token that an invitation's e-mail would have. */
  async function invitationTo(email: string): Promise<string> {
    const { rows } = await server.database!.query(
      `select private.renew_invitation(id) ->> 'token' as token from private.invitations where email = $1`,
      [email],
    )
    return String(rows[0]?.['token'])
  }

  async function chooseByLink(email: string, password: string, mails: () => Promise<SentMail[]>) {
    await server.client().auth.resetPasswordForEmail(email)
    const link = (await mails()).findLast(({ subject }) => subject.startsWith('Reset'))
    const { client, error } = await server.press(link)
    expect(error).toBeNull()
    expect((await client.auth.updateUser({ password })).error).toBeNull()
  }

  async function accept(token: string, password: string) {
    const { error } = await server.client().rpc('accept_invitation', { token, new_password: password })
    expect(error).toBeNull()
  }
}

async function addFactor(client: SupabaseClient) {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const code = new TOTP({ secret: data!.totp.secret }).generate()
  expect((await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull()
}
