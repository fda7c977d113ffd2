import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { tokenOf } from '../testing/clients-of.ts'
import { testedDatabases } from '../testing/tested-databases.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'

// The embedded database and PostgreSQL do not differ here.
describe.each(await testedDatabases())('a new password on %s', { timeout: 60_000 }, (_database, url) => {
  let people = 0
  const server = sharedServer({ DATABASE_URL: url, CONFIRM_EMAIL: '0' })

  async function newCustomer() {
    const account = { email: `owner${(people += 1)}@giftwell.test`, password: 'open sesame' }
    const client = server.client()
    await client.auth.signUp(account)
    return { account, client }
  }

  /** The statuses of requests with a session's token: Auth, the catalogue, a table, a lead, Storage, and its renewal. */
  async function statusesWith(client: SupabaseClient): Promise<number[]> {
    const token = await tokenOf(client)
    const get = async (path: string) => (await server.send(path, { token })).status
    const post = async (path: string, body: object) => (await server.send(path, { token, body })).status
    const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '1' }
    return [
      await get('/auth/v1/user'),
      await get('/rest/v1/rpc/catalogue_page'),
      await get('/rest/v1/profiles?select=id'),
      await post('/rest/v1/leads', lead),
      await post('/storage/v1/object/list/product-images', { prefix: '' }),
      (await client.auth.refreshSession()).error?.status ?? 200,
    ]
  }
  const valid = [200, 200, 200, 201, 200, 200]
  const refused = [403, 401, 401, 401, 400, 400]

  it('ends the other sessions of its owner at once, and not the one that chose it', async () => {
    const { account, client } = await newCustomer()
    const [stolen, stranger] = [await server.signedIn(account), (await newCustomer()).client]
    expect(await statusesWith(stolen)).toEqual(valid)
    expect((await client.auth.updateUser({ password: 'another one' })).error).toBeNull()
    expect(await statusesWith(stolen)).toEqual(refused)
    expect(await statusesWith(client)).toEqual(valid)
    expect(await statusesWith(stranger)).toEqual(valid)
    await server.signedIn({ ...account, password: 'another one' })
  })

  it('ends every older session when it was chosen after a link in an e-mail', async () => {
    const { account, client } = await newCustomer()
    // The first link of all ends them itself.
    await server.database?.query(
      `update public.profiles set address_proven_at = now() - interval '1 hour' where id = $1`,
      [(await client.auth.getUser()).data.user!.id],
    )
    await client.auth.resetPasswordForEmail(account.email)
    const mail = (await server.mails()).find(({ to }) => to === account.email)
    const { client: arrived } = await server.press(mail)
    expect(await statusesWith(client)).toEqual(valid)
    expect((await arrived.auth.updateUser({ password: 'another one' })).error).toBeNull()
    expect(await statusesWith(client)).toEqual(refused)
    expect(await statusesWith(arrived)).toEqual(valid)
  })

  it('is not stored when the other sessions cannot be ended', async () => {
    const { account, client } = await newCustomer()
    const other = await server.signedIn(account)
    await server.database?.transaction(async ({ run }) =>
      run(`create function public.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
        create trigger refuse before delete on auth.sessions for each row execute function public.refuse()`),
    )
    try {
      expect((await client.auth.updateUser({ password: 'another one' })).error?.status).toBe(500)
    } finally {
      await server.database?.transaction(async ({ run }) => run('drop function public.refuse cascade'))
    }
    expect(await statusesWith(other)).toEqual(valid)
    await server.signedIn(account)
  })

  it('takes the present one, unless the sign-in was less than a day ago', async () => {
    const { account, client } = await newCustomer()
    const change = async (current?: string) =>
      (
        await client.auth.updateUser({
          password: `another one ${(people += 1)}`,
          ...(current !== undefined && { current_password: current }),
        })
      ).error?.code
    expect(await change('a guess')).toBe('invalid_credentials')
    await server.database?.query(
      `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
      [(await client.auth.getUser()).data.user!.id],
    )
    expect(await change()).toBe('reauthentication_needed')
    expect(await change(account.password)).toBeUndefined()
  })

  it('and each session show by what and when they were used last', async () => {
    const { client } = await newCustomer()
    const { session } = (await client.auth.getSession()).data
    await server.send('/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: session?.refresh_token },
      headers: { 'user-agent': 'Phone' },
    })
    const rows = await server.database?.query(
      `select user_agent from auth.sessions where user_id = $1 and updated_at > now() - interval '1 minute'`,
      [session?.user.id],
    )
    expect(rows?.rows).toEqual([{ user_agent: 'Phone' }])
  })

  it('that is refused, or another change, ends no session', async () => {
    const { account, client } = await newCustomer()
    const other = await server.signedIn(account)
    expect((await client.auth.updateUser({ password: 'short' })).error?.status).toBe(422)
    expect((await client.auth.updateUser({ data: { company: 'Acme' } })).error).toBeNull()
    expect(await statusesWith(other)).toEqual(valid)
  })

  it('is not needed to end a session: a sign-out is enough', async () => {
    const admin = await server.signedIn(administrator)
    const token = await tokenOf(admin)
    await admin.auth.signOut({ scope: 'global' })
    const answer = await server.send('/rest/v1/leads', { token })
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { code: 'PGRST301', message: 'The token is no longer valid', details: null, hint: null },
    ])
  })
})
