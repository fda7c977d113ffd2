import { cp, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@giftwell/backend/database/database.ts'
import { applyMigrations } from '@giftwell/backend/database/migrations.ts'
import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { ensureSystemSchema } from '@giftwell/backend/database/system-schema.ts'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '../repository/released-migrations.ts'
import { repositoryRoot } from '../repository-root.ts'
import { cachedFolder } from '../system/cached-folder.ts'

// What an update does with the rows of a site of the version before; upgrade.test.ts upgrades whole sites of releases.

const folder = join(repositoryRoot, 'supabase/migrations')

/** The folder of a database of the released migrations, to be copied. */
async function releasedDatabase(): Promise<string> {
  const released = Object.keys((await readMigrations()).released)
  const scripts = released.map((file) => `supabase/migrations/${file}`)
  const files = ['packages/backend/src/database/*', 'package-lock.json', ...scripts]
  return cachedFolder('released', { files, except: ['**/*.test.ts'], settings: null }, async (path) => {
    await using database = await openPglite(path, false)
    await database.transaction(ensureSystemSchema)
    const versions = new Set(released.map((file) => file.slice(0, 14)))
    await applyMigrations(database.transaction, folder, versions)
  })
}

/** A database of the released migrations with rows, to which the others are applied. */
async function upgraded(scripts: readonly string[], until = '~') {
  await using opened = new AsyncDisposableStack()
  const place = opened.use(await mkdtempDisposable(join(tmpdir(), 'giftwell-upgraded-')))
  const path = join(place.path, 'database')
  await cp(await releasedDatabase(), path, { recursive: true })
  const database = opened.use(await openPglite(path, false))
  for (const script of scripts) await database.transaction((session) => session.run(script))
  const versions = Object.keys((await readMigrations()).found).map((file) => file.slice(0, 14))
  await applyMigrations(database.transaction, folder, new Set(versions.filter((version) => version <= until)))
  const owned = opened.move()
  return { database, [Symbol.asyncDispose]: async () => owned.disposeAsync() }
}

const rowsOf = async (database: Database, query: string) => (await database.query(query)).rows

const lead = (email: string, company: string) =>
  `insert into public.leads (name, company, email, phone) values ('A', '${company}', '${email}', '1');`

const quotation = (id: number, state: string, content: object, sent = 'null, null, null') => `
  insert into public.quotations (id, number, state, owner_email) values ('00000000-0000-4000-8000-00000000000${id}', 'GW2627/000${id}', '${state}', 'a@b.example');
  insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256) values (
    '00000000-0000-4000-8000-00000000000${id}', 1, '${JSON.stringify(content)}', '2999-12-31', ${sent}
  );`
const frozen = `now(), '{"figures": {"total": 100}}', repeat('0', 64)`

const gstin = '27AAPFU0939F1ZV'
const sentTo = (id: number, name: string, email: string) =>
  quotation(
    id,
    'sent',
    { buyer: { name, company: 'Example Four', email, phone: '1', gstin }, lines: [] },
    frozen,
  )

const line = { id: 'mug', name: 'Mug', gst_rate: 1800, quantities: [{ quantity: 10, price_paise: 10_000 }] }
const priced = (address: string) => ({ buyer: { delivery_address: address }, lines: [line], discount: null })

const buyers = [
  lead('asha@one.example', 'One Ltd'),
  lead('ASHA@one.example', 'One Ltd'),
  lead('ravi@mail.one.example', 'one  ltd'),
  lead('kavi@two.example', 'Example Two Pvt Ltd'),
  lead('mira@two.example', 'EXAMPLE TWO Private Limited'),
  lead('someone@gmail.com', 'Example Three'),
  lead('lila@three.example', 'Example Three'),
  lead('omar@gmail.com', 'Example Four'),
  lead('ines@four.example', 'Example Four'),
  sentTo(1, 'Omar', 'omar@gmail.com'),
  sentTo(2, 'Ines', 'ines@four.example'),
].join('\n')

const drafts = [
  `insert into public.seller_profile (gstin) values ('${gstin}');`,
  quotation(3, 'draft', priced('Pune 411001')),
  quotation(4, 'draft', priced('Pune 411001, Chennai')),
  quotation(5, 'sent', priced('Pune 411001'), frozen),
  // As an earlier rule left them.
  `alter table public.quotation_versions disable trigger total;
   update public.quotation_versions set total_paise = 7; alter table public.quotation_versions enable trigger total;`,
].join('\n')

const noticeEmails = `insert into public.site_settings (name, notice_emails) values ('Gifts', '{office@gifts.example}');`
const kept = `select kept_years, array(select recipient from public.outbox where kind = 'kept_years') as told from public.seller_profile`

describe('an upgrade', { timeout: 300_000 }, () => {
  it('makes every address a contact and companies where it is sure, computes totals of drafts anew, and keeps accepted quotations', async () => {
    await using site = await upgraded([buyers, drafts, noticeEmails])
    const { database } = site
    const rows = async (query: string) => rowsOf(database, query)
    expect(
      await rows(
        'select (select count(*)::int from public.leads) as leads, (select count(*)::int from public.quotations) as quotations',
      ),
    ).toEqual([{ leads: 9, quotations: 5 }])
    expect(
      await rows(`select lower(email) as email, company.name as company, gstin,
          (select count(*)::int from public.leads where contact_id = contact.id) as leads
        from public.contacts as contact left join public.companies as company on company.id = company_id order by 1`),
    ).toEqual([
      { email: 'asha@one.example', company: 'one  ltd', gstin: null, leads: 2 },
      { email: 'ines@four.example', company: 'Example Four', gstin, leads: 1 },
      { email: 'kavi@two.example', company: null, gstin: null, leads: 1 },
      { email: 'lila@three.example', company: 'Example Three', gstin: null, leads: 1 },
      { email: 'mira@two.example', company: null, gstin: null, leads: 1 },
      { email: 'omar@gmail.com', company: 'Example Four', gstin, leads: 1 },
      { email: 'ravi@mail.one.example', company: 'one  ltd', gstin: null, leads: 1 },
      { email: 'someone@gmail.com', company: null, gstin: null, leads: 1 },
    ])
    expect(await rows('select name, domains from public.companies order by name')).toEqual([
      { name: 'Example Four', domains: ['four.example'] },
      { name: 'Example Three', domains: ['three.example'] },
      { name: 'one  ltd', domains: ['one.example'] },
    ])
    expect(
      await rows(
        `select total_paise::integer as total from public.quotation_versions where content -> 'lines' <> '[]' order by quotation_id`,
      ),
      'with tax, without where the place is open, and as it was',
    ).toEqual([{ total: 118_000 }, { total: 100_000 }, { total: 7 }])
    expect(await rows(kept), 'eight years, and its people are told').toEqual([
      { kept_years: 8, told: ['office@gifts.example'] },
    ])

    // Everything else is proposed, to staff alone.
    await database.query(
      `insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000099', 'staff@gifts.example')`,
    )
    await database.query(
      `update public.profiles set is_sales = true where id = '00000000-0000-4000-8000-000000000099'`,
    )
    const proposals = await database.transaction(async ({ query, run }) => {
      await run(`select set_config('request.jwt.claims', '{"sub": "00000000-0000-4000-8000-000000000099"}', true),
        set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000099', true)`)
      const found = await query('select private.look_alikes() as proposals')
      return found.rows[0]?.['proposals'] as {
        company: { name: string } | null
        people: { email: string }[]
      }[] // the function gives these
    })
    expect(
      proposals.map(({ company, people }) => [company?.name, ...people.map(({ email }) => email)]),
    ).toEqual(
      expect.arrayContaining([
        ['Example Three', 'someone@gmail.com'],
        [undefined, 'kavi@two.example', 'mira@two.example'],
      ]),
    )
  })

  it('leaves the years for which a site keeps accepted quotations, where it has set them', async () => {
    await using site = await upgraded([
      noticeEmails,
      'insert into public.seller_profile (kept_years) values (3);',
    ])
    expect(await rowsOf(site.database, kept)).toEqual([{ kept_years: 3, told: [] }])
  })

  it('that ends after the new functions erases people, sends no digest and knows whose industries have doctor types', async () => {
    const staff = `insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000099', 'staff@gifts.example');
      update public.profiles set is_sales = true where id = '00000000-0000-4000-8000-000000000099';
      insert into public.industry_tags (name) values ('PHARMACEUTICAL'), ('Banking');`
    await using site = await upgraded([buyers, staff], '20261130154005')
    const rows = async (query: string) => rowsOf(site.database, query)
    expect(await rows(`select count(*)::int as leads from private.leads_of('Asha@one.example')`)).toEqual([
      { leads: 2 },
    ])
    expect(
      await rows(`select count(*)::int as quotations from private.quotations_of('omar@gmail.com')`),
    ).toEqual([{ quotations: 1 }])
    expect(await rows('select digest_on is null as is_due from public.profiles where is_sales')).toEqual([
      { is_due: false },
    ])
    expect(await rows('select name, has_doctor_types from public.industry_tags order by name')).toEqual([
      { name: 'Banking', has_doctor_types: false },
      { name: 'PHARMACEUTICAL', has_doctor_types: true },
    ])
  })
})
