import { expect, it } from 'vitest'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator } from '../testing/test-server.ts'
import { forgetPerson } from './administrators.ts'

const server = sharedServer({ CONFIRM_EMAIL: '0' })

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

  const [again, words = '', , , backups] = await forget(email.toUpperCase())
  expect(JSON.parse(again ?? '')).toMatchObject({ leads: [{ name: 'Asha' }] })
  expect(words).toMatch(
    /^Erased: 1 leads, 0 quotations, 0 approvals of quotations, \d e-mails, 1 accounts, 1 favourites, 1 views of lists/,
  )
  expect(backups).toContain('Backups from before still hold it')
  expect(
    await query('select email, name, erased_at is null as whole from public.leads order by email'),
  ).toEqual([
    { email: 'erased@erased.invalid', name: 'erased', whole: false },
    { email: 'other@meridian.example', name: 'Asha', whole: true },
  ])
  expect(await query(`select from auth.audit_log_entries where payload::text ilike '%${email}%'`)).toEqual([])
  expect(await query(`select from private.sent_mails where mailbox = '${email}'`)).toEqual([])
  expect(await query('select name, quantity from public.lead_items'), 'counts stay').toEqual([
    { name: 'Mug', quantity: 400 },
  ])
  for (const table of ['public.favourites', 'public.list_views'])
    expect(await query(`select from ${table}`)).toEqual([])
  expect(await query(`select from auth.users where lower(email) = '${email}'`)).toEqual([])
  await expect(forget(email)).rejects.toThrow(`Nothing is stored about ${email}`)
})

it('erases quotations, and keeps the legal copy of an accepted one for as long as the seller does', async () => {
  const buyer = 'buyer@nova.example'
  const store = async (number: string, accepted: string) =>
    query(`
      with quotation as (
        insert into public.quotations (number, state, owner_email) values ('${number}', 'sent', 'a@b.example') returning id
      ), version as (
        insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256, accepted)
        select id, 1, '{"buyer": {"email": "Buyer@nova.example"}, "lines": []}', '2026-12-31', '2026-11-01Z', '{}', repeat('0', 64), ${accepted}
        from quotation returning quotation_id, id
      ), link as (
        insert into public.quotation_links (quotation_id, version_id, purpose, hash) select quotation_id, id, 'buyer', md5(id::text) || md5(id::text) from version
      )
      insert into public.quotation_events (quotation_id, version_id, kind, actor_name, value)
      select quotation_id, id, 'approved', 'Ravi', '{"email": "ravi@nova.example"}' from version`)
  await query(`insert into public.seller_profile (kept_years) values (8)`)
  await store('GW2627/0001', `'{"at": "2026-11-02T12:00:00Z"}'`)
  await store('GW2627/0002', 'null')

  expect((await forget('ravi@nova.example'))[1]).toContain('2 approvals of quotations')
  expect(await query('select from public.quotation_events')).toEqual([])
  const [json = ''] = await forget(buyer)
  expect(JSON.parse(json)).toMatchObject({
    quotations: [{ number: 'GW2627/0001', versions: [{ revision: 1 }] }, { number: 'GW2627/0002' }],
  })
  expect(await query('select number, erase_on::text from public.quotations')).toEqual([
    { number: 'GW2627/0001', erase_on: '2034-11-02' },
  ])
  expect(await query('select from public.quotation_links')).toEqual([])

  await query(`update public.quotations set erase_on = private.day_in_india(now())`)
  await query('select private.purge_expired()')
  expect(await query('select from public.quotation_versions'), 'until its day').toEqual([])
})

it('does not erase who may use the back office', async () => {
  await expect(forget(administrator.email)).rejects.toThrow('may use the back office')
})
