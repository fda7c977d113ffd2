import type { SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { executeCommand } from '../accounts/administrators.ts'
import { testedDatabases } from '../testing/tested-databases.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

// The embedded database and PostgreSQL do not differ here.
describe.each(await testedDatabases())('a second factor on %s', { timeout: 60_000 }, (_database, url) => {
  let people = 0

  const server = sharedServer({ DATABASE_URL: url, CONFIRM_EMAIL: '0' })

  const query = async (statement: string) => (await server.database!.query(statement)).rows

  async function newAccount() {
    const account = { email: `holder${(people += 1)}@giftwell.test`, password: 'open sesame' }
    const client = server.client()
    await client.auth.signUp(account)
    return { account, client }
  }

  async function enrolled(client: SupabaseClient) {
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (error !== null) throw error
    return { factorId: data.id, uri: data.totp.uri, secret: data.totp.secret, picture: data.totp.qr_code }
  }
  const codeOf = (secret: string) => new TOTP({ secret }).generate()
  /** Accepted, too, and not used up by the one before. */
  const nextCodeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  const wrongCodeOf = (secret: string) => (codeOf(secret) === '000000' ? '111111' : '000000')

  async function withFactor() {
    const { account, client } = await newAccount()
    const factor = await enrolled(client)
    const { error } = await client.auth.mfa.challengeAndVerify({ ...factor, code: codeOf(factor.secret) })
    if (error !== null) throw error
    return { account, client, factor }
  }
  const levels = async (client: SupabaseClient) => {
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    return [data?.currentLevel, data?.nextLevel]
  }

  it('is set up with a picture, verified with a code, and asked for at the next sign-in', async () => {
    const { account, client } = await newAccount()
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    const { factorId, uri, secret, picture } = await enrolled(client)
    expect(picture).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Giftwell:holder\d+%40giftwell\.test\?/)
    expect(uri).toContain(`secret=${secret}`)
    expect((await client.auth.mfa.listFactors()).data?.totp, 'unverified').toEqual([])

    const code = codeOf(secret)
    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
    expect(error).toBeNull()
    expect(data?.user.factors).toMatchObject([{ id: factorId, factor_type: 'totp', status: 'verified' }])
    expect(await levels(client)).toEqual(['aal2', 'aal2'])
    expect(
      (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentAuthenticationMethods,
    ).toMatchObject([{ method: 'totp' }, { method: 'password' }])
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await levels(client), 'after a refresh').toEqual(['aal2', 'aal2'])

    const again = await server.signedIn(account)
    expect(await levels(again)).toEqual(['aal1', 'aal2'])
    expect((await again.auth.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }])
    const used = await again.auth.mfa.challengeAndVerify({ factorId, code })
    expect(used.error?.code, 'a code works once, whatever the session').toBe('mfa_verification_failed')
    const next = nextCodeOf(secret)
    expect((await again.auth.mfa.challengeAndVerify({ factorId, code: next })).error).toBeNull()
    expect(await levels(again)).toEqual(['aal2', 'aal2'])
    const third = await server.signedIn(account)
    for (const earlier of [code, codeOf(secret), next])
      expect((await third.auth.mfa.challengeAndVerify({ factorId, code: earlier })).error).not.toBeNull()
  })

  it('ends sessions that have the password alone', async () => {
    const { account, client } = await newAccount()
    const other = await server.signedIn(account)
    const factor = await enrolled(client)
    await client.auth.mfa.challengeAndVerify({ ...factor, code: codeOf(factor.secret) })
    expect((await other.auth.refreshSession()).error).not.toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
  })

  it('is neither removed, replaced nor followed by a new password with the old password alone', async () => {
    const { account, factor } = await withFactor()
    const thief = await server.signedIn(account)
    expect((await thief.auth.mfa.unenroll(factor)).error?.code).toBe('insufficient_aal')
    expect((await thief.auth.mfa.enroll({ factorType: 'totp' })).error?.code).toBe('insufficient_aal')
    expect((await thief.auth.updateUser({ password: 'another one' })).error?.code).toBe('insufficient_aal')
    await server.signedIn(account)
  })

  it('is challenged, verified and removed by its account only', async () => {
    const { factor } = await withFactor()
    const { client } = await withFactor()
    for (const { error } of [
      await client.auth.mfa.challenge(factor),
      await client.auth.mfa.unenroll(factor),
      await server.client().auth.mfa.challenge(factor),
    ])
      expect([401, 404, 400], error?.message).toContain(error?.status ?? 400)
    expect(await query(`select from auth.mfa_factors where id = '${factor.factorId}'`)).toHaveLength(1)
  })

  it('refuses a wrong code, a code of another challenge and, after five wrong ones in a minute, every code', async () => {
    const { account, factor } = await withFactor()
    const thief = await server.signedIn(account)
    const { factorId, secret } = factor
    const challengeId = crypto.randomUUID()
    const strange = await thief.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
    expect(strange.error?.code).toBe('mfa_challenge_expired')
    for (let count = 0; count < 4; count += 1) {
      const { error } = await thief.auth.mfa.challengeAndVerify({ factorId, code: wrongCodeOf(secret) })
      expect(error?.code).toBe('mfa_verification_failed')
    }
    const { error } = await thief.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect(error?.status).toBe(429)
    expect(await levels(thief)).toEqual(['aal1', 'aal2'])
  })

  it('is removed by who has passed it, and the sessions go on', async () => {
    const { account, client, factor } = await withFactor()
    expect((await client.auth.mfa.unenroll(factor)).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    expect(await levels(await server.signedIn(account))).toEqual(['aal1', 'aal1'])
  })

  it('of an administrator opens the back office: not with the password, and again with the code', async () => {
    const admin = await server.signedIn(administrator)
    const { factorId, secret } = await enrolled(admin)
    await admin.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    const people = async (client: SupabaseClient) =>
      ((await client.rpc('people')).data as { has_second_factor: boolean }[] | null) ?? []
    expect(await people(admin)).toMatchObject([{ has_second_factor: true }])
    const thief = await server.signedIn(administrator)
    expect(await people(thief)).toEqual([])
    expect((await thief.from('products').insert({ name: 'Mug' })).error?.code).toBe('42501')
    await thief.auth.mfa.challengeAndVerify({ factorId, code: nextCodeOf(secret) })
    expect(await people(thief)).toHaveLength(1)
    expect((await thief.from('products').insert({ name: 'Mug' })).error).toBeNull()
  })

  it('is removed by the operator after a lost device, and the sessions end', async () => {
    const { account, client } = await withFactor()
    const command = { action: 'remove-second-factor', email: account.email.toUpperCase() } as const
    const remove = async () => server.database!.transaction(async (sql) => executeCommand(sql, command))
    expect(await remove()).toEqual([expect.stringContaining('signs in without a code now')])
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    expect(await levels(await server.signedIn(account))).toEqual(['aal1', 'aal1'])
    await expect(remove()).rejects.toThrow('has no second factor')
  })

  it('does not come with a link in an e-mail', async () => {
    const { account, client } = await withFactor()
    // The factor is of an owner who has proven the address.
    await server.database!.query(
      `update public.profiles set address_proven_at = now() - interval '1 hour' where id = $1`,
      [(await client.auth.getUser()).data.user!.id],
    )
    await server.client().auth.resetPasswordForEmail(account.email)
    const mail = (await server.mails()).findLast(({ to }) => to === account.email)
    const { client: arrived } = await server.press(mail)
    expect((await arrived.auth.updateUser({ password: 'another one' })).error?.code).toBe('insufficient_aal')
  })
})
