import { copyFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { removeErasedMails } from '../mail/outbox.ts'
import { testedDatabases } from '../testing/tested-databases.ts'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'

// A person from the notice to the erasure: the remaining data (product.md, section 10).

const email = 'asha.rao@nova.example'
const person = { name: 'Ashalata Rao', company: 'Nova Pharmaceuticals', phone: '+91 98765 43210' }
const message = 'Please call my sister Zubeida'
/** What must be nowhere afterwards. */
const details = [email, person.name, person.company, person.phone, 'Zubeida']

describe.each(await testedDatabases())('a person on %s', (_name, DATABASE_URL) => {
  it('reads the notice, inquires, takes a copy, accepts a quotation and is erased everywhere', async () => {
    const server = await startTestServer({ DATABASE_URL, CONFIRM_EMAIL: '0' }, { mailsEveryMs: 50 })
    try {
      await liveAndLeave(server)
      expect(await placesOf(server), 'who comes back is stored again').toContain('public.leads.email')
    } finally {
      await server.close()
    }
  }, 240_000)
})

async function liveAndLeave(server: TestServer): Promise<void> {
  const { query } = server.database!
  const rows = async (statement: string) => (await query(statement)).rows
  const anyone = server.client()
  const rpc = async (name: string, args: object) => {
    const { data, error } = await anyone.rpc(name, args)
    expect(error, name).toBeNull()
    return data
  }
  await rows('insert into public.seller_profile (kept_years) values (8)')

  const [english] = await rpc('privacy_notices_of', { form: 'inquiry' })
  expect(english).toMatchObject({ language: 'en', version: 2 })
  await anyone.auth.signUp({
    email,
    password: 'correct horse battery',
    options: { data: { notice_version: 1 } },
  })
  await anyone.auth.signOut()
  await rpc('send_inquiry', {
    ...person,
    email,
    message,
    items: [{ name: 'Mug', quantity: 400, note: 'for Zubeida' }],
    notice: { version: english.version, language: 'en' },
    marketing_consent: true,
  })
  const [lead] = await rows(
    `select id::text, notice_version, notice_language, marketing_consent from public.leads where notice_at is not null`,
  )
  expect(lead).toMatchObject({
    notice_version: english.version,
    notice_language: 'en',
    marketing_consent: true,
  })
  expect(await rows(`select notice_version from public.profiles where notice_at is not null`)).toEqual([
    { notice_version: 1 },
  ])
  const acknowledgement = await arrived(server, 'Your inquiry')
  const inquiryLink = /inquiry\/(\w{32,})/.exec(acknowledgement)?.[1] ?? ''
  expect(acknowledgement).toContain(`Withdraw or delete your inquiry:\n${server.url}/inquiry/${inquiryLink}`)
  expect(await rpc('inquiry_data', { token: inquiryLink })).toMatchObject({ ...person, email, message })

  await acceptAQuotation(server, String(lead?.['id']))
  await rows(`select private.record_buyer_event(leads, 'added', '${message}') from public.leads`)

  await rpc('request_my_data', { email: email.toUpperCase() })
  await rpc('request_my_data', { email: 'nobody@nova.example' })
  const dataMail = await arrived(server, 'Your data at')
  const token = /privacy\/data#(\w+)/.exec(dataMail)?.[1]
  expect(await rpc('open_my_data', { token })).toMatchObject({
    leads: [{ ...person, message }],
    quotations: [{ number: 'GW2627/7001' }],
    accounts: [{ notice_version: 1 }],
  })
  expect(await placesOf(server), 'the search finds what is there').not.toEqual([])

  // A backup of the files, from before.
  const backup = await mkdtemp(join(tmpdir(), 'giftwell-mails-'))
  const mails = join(server.dataFolder, 'mail')
  await cp(mails, backup, { recursive: true })
  expect(await rpc('erase_my_data', { token })).toMatchObject({
    leads: 1,
    quotations: 1,
    kept: 1,
    accounts: 1,
  })
  const { error } = await anyone.rpc('open_my_data', { token })
  expect(error?.message).toBe('Everything that we stored about your address is deleted.')

  const legalCopy = (place: string) => /^public\.(quotation_(versions|events)\.|contacts\.email$)/.test(place)
  expect((await placesOf(server)).filter((place) => !legalCopy(place))).toEqual([])
  expect(await rows('select name, email, erased_at is not null as erased from public.leads')).toEqual([
    { name: 'erased', email: 'erased@erased.invalid', erased: true },
  ])
  expect(await rows('select name, quantity from public.lead_items'), 'what is counted stays').toEqual([
    { name: 'Mug', quantity: 400 },
  ])
  expect(await rows('select number, lead_id, erase_on::text from public.quotations')).toEqual([
    { number: 'GW2627/7001', lead_id: null, erase_on: '2034-11-02' },
  ])
  expect(await rows('select actor_email, action, leads from public.access_log')).toEqual([
    { actor_email: 'the person', action: 'erased', leads: 1 },
  ])

  await removeErasedMails(mails, query)
  expect(await filesWithDetails(mails)).toEqual([])
  // The files come back with an older backup.
  for (const name of await readdir(backup)) await copyFile(join(backup, name), join(mails, name))
  expect(await filesWithDetails(mails)).not.toEqual([])
  await removeErasedMails(mails, query)
  expect(await filesWithDetails(mails)).toEqual([])
  await rm(backup, { recursive: true })

  await rows(`update public.quotations set erase_on = private.day_in_india(now())`)
  await rows('select private.purge_expired()')
  expect(await placesOf(server), 'after the day of the legal copy').toEqual([])

  // A mail to the same address from after the erasure stays.
  await rpc('send_inquiry', { ...person, email, items: [{ name: 'Pen' }] })
  await arrived(server, 'Your inquiry')
  await removeErasedMails(mails, query)
  expect(await filesWithDetails(mails)).not.toEqual([])
}

/** The text of the newest e-mail to the person with that subject, once it is there. */
async function arrived(server: TestServer, subject: string): Promise<string> {
  const found = async () =>
    (await server.mails()).findLast(
      (mail) => mail.to.toLowerCase() === email && mail.subject.startsWith(subject),
    )
  await expect.poll(found, { timeout: 20_000 }).toBeDefined()
  return (await found())?.text ?? ''
}

async function acceptAQuotation(server: TestServer, lead: string): Promise<void> {
  const buyer = JSON.stringify({ ...person, email })
  await server.database!.query(
    `with quotation as (
       insert into public.quotations (lead_id, number, state, owner_email) values ($1::uuid, 'GW2627/7001', 'accepted', '${administrator.email}') returning id
     ), version as (
       insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256, accepted)
       select id, 1, jsonb_build_object('buyer', $2::jsonb, 'lines', '[]'::jsonb), '2026-12-31', '2026-11-01Z', '{"figures": {"total": 0}}', repeat('0', 64),
         jsonb_build_object('at', '2026-11-02T12:00:00Z', 'name', $3::text, 'figures', '{"total": 0}'::jsonb) from quotation
       returning quotation_id, id
     )
     insert into public.quotation_events (quotation_id, version_id, kind, actor_name, value)
     select quotation_id, id, event.kind, $3, event.value::jsonb from version, (values
       ('accepted', '{}'), ('comment', '{"text": "Zubeida decides", "by": "buyer"}')
     ) as event (kind, value)`,
    [lead, buyer, person.name],
  )
}

/** Each column of each table that has a detail of the person in a text, as `schema.table.column`. */
async function placesOf(server: TestServer): Promise<string[]> {
  const { rows: columns } = await server.database!.query(
    `select format('%I.%I', table_schema, table_name) as place, quote_ident(column_name) as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema in ('public', 'private', 'auth', 'storage', 'backend')
       and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED')`,
  )
  const found: string[] = []
  for (const { place, name } of columns) {
    const { rows } = await server.database!.query(
      `select 1 from ${String(place)} where exists (
         select from jsonb_array_elements_text($1::jsonb) as given (detail) where strpos(lower(${String(name)}::text), lower(detail)) > 0
       ) limit 1`,
      [JSON.stringify(details)],
    )
    if (rows.length > 0) found.push(`${String(place)}.${String(name)}`)
  }
  return found
}

async function filesWithDetails(folder: string): Promise<string[]> {
  const texts = await Promise.all(
    (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  return texts
    .filter(([name, text]) =>
      details.some((detail) => `${name} ${text}`.toLowerCase().includes(detail.toLowerCase())),
    )
    .map(([name]) => name)
}
