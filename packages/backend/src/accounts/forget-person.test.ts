import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'
import { forgetPerson } from './forget-person.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ CONFIRM_EMAIL: '0' })
}, 120_000)
afterAll(async () => server.close())

const email = 'asha@meridian.example'
const lead = { name: 'Asha', company: 'Meridian', phone: '1' }
const query = async (statement: string) => (await server.database!.query(statement)).rows
const forget = async (whom: string, isDryRun = false) =>
  server.database!.transaction(async (session) => forgetPerson(session, whom, isDryRun))

it('exports and erases leads, lines, e-mails, account, favourites and views of one person only', async () => {
  const { data, error } = await server.client().auth.signUp({ email, password: 'correct horse battery' })
  expect(error).toBeNull()
  await query(
    `insert into public.products (id, name, is_sample) values ('00000000-0000-4000-8000-0000000000aa', 'Mug', true)`,
  )
  await query(
    `insert into public.favourites (user_id, product_id) values ('${data.user?.id}', '00000000-0000-4000-8000-0000000000aa')`,
  )
  // From when the account was of the back office.
  await query(
    `insert into public.list_views (owner_id, list, name, settings) values ('${data.user?.id}', 'leads', 'Mine', '{"search": "mug"}')`,
  )
  const anyone = server.client()
  await anyone.rpc('send_inquiry', {
    ...lead,
    email: email.toUpperCase(),
    items: [{ name: 'Mug', quantity: 400 }],
  })
  await anyone.from('leads').insert({ ...lead, email: 'other@meridian.example' })

  const [json = ''] = await forget(email, true)
  expect(JSON.parse(json)).toMatchObject({
    leads: [{ name: 'Asha', lines: [{ name: 'Mug', quantity: 400 }] }],
    accounts: [{ email }],
    favourites: [{ name: 'Mug' }],
    views: [{ list: 'leads', name: 'Mine', settings: { search: 'mug' } }],
    sign_ins: expect.arrayContaining([
      expect.objectContaining({ payload: expect.objectContaining({ actor_username: email }) }),
    ]),
  })
  expect(json).not.toContain('encrypted_password')
  expect(await query(`select from public.leads`), 'a dry run erases nothing').toHaveLength(2)

  const [again, words = '', backups] = await forget(email.toUpperCase())
  expect(JSON.parse(again ?? '')).toMatchObject({ leads: [{ name: 'Asha' }] })
  expect(words).toMatch(/^Erased: 1 leads, \d e-mails, 1 accounts, 1 favourites, 1 views of lists/)
  expect(backups).toContain('Backups from before still hold it')
  expect(await query('select email from public.leads')).toEqual([{ email: 'other@meridian.example' }])
  expect(await query(`select from auth.audit_log_entries where payload::text ilike '%${email}%'`)).toEqual([])
  expect(await query(`select from private.sent_mails where mailbox = '${email}'`)).toEqual([])
  for (const table of ['public.lead_items', 'public.favourites', 'public.list_views'])
    expect(await query(`select from ${table}`)).toEqual([])
  expect(await query(`select from auth.users where lower(email) = '${email}'`)).toEqual([])
  await expect(forget(email)).rejects.toThrow(`Nothing is stored of ${email}`)
})

it('does not erase who may use the back office', async () => {
  await expect(forget(administrator.email)).rejects.toThrow('may use the back office')
})
