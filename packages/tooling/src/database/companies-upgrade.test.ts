import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'

const folder = join(repositoryRoot, 'supabase/migrations')

/** What the migration does with the rows of a site of before. */
async function rowsOfMigration(): Promise<string> {
  const name = (await readdir(folder)).find((file) => file.endsWith('_companies.sql')) ?? ''
  return (await readFile(join(folder, name), 'utf8')).split('-- Written until here.')[1] ?? ''
}

const gstin = '27AAPFU0939F1ZV'

const sent = (id: number, buyer: object) => `
  insert into public.quotations (id, number, state, owner_email) values ('00000000-0000-4000-8000-00000000000${id}', 'GW2627/000${id}', 'sent', 'a@b.example');
  insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256) values (
    '00000000-0000-4000-8000-00000000000${id}', 1, '${JSON.stringify({ buyer, lines: [] })}', '2999-12-31', now(), '{"figures": {"total": 100}}', repeat('0', 64)
  );`

it(
  'an upgrade makes every address one contact, and companies only of a GSTIN or of a domain with one spelling',
  { timeout: 120_000 },
  async () => {
    await using database = await openEmbeddedDatabase()
    const { pglite } = database
    const rows = async (query: string) => (await pglite.query(query)).rows
    const numbers = () =>
      rows(
        'select (select count(*) from public.leads) as leads, (select count(*) from public.quotations) as q',
      )
    const lead = (email: string, company: string) =>
      `insert into public.leads (name, company, email, phone) values ('A', '${company}', '${email}', '1');`
    await pglite.exec(
      [
        lead('asha@one.example', 'One Ltd'),
        lead('ASHA@one.example', 'One Ltd'),
        lead('ravi@mail.one.example', 'one  ltd'),
        lead('kavi@two.example', 'Example Two Pvt Ltd'),
        lead('mira@two.example', 'EXAMPLE TWO Private Limited'),
        lead('someone@gmail.com', 'Example Three'),
        lead('lila@three.example', 'Example Three'),
        lead('omar@gmail.com', 'Example Four'),
        lead('ines@four.example', 'Example Four'),
        sent(1, { name: 'Omar', company: 'Example Four', email: 'omar@gmail.com', phone: '1', gstin }),
        sent(2, { name: 'Ines', company: 'Example Four', email: 'ines@four.example', phone: '1', gstin }),
        `update public.leads set contact_id = null; update public.quotation_versions set contact_id = null;
         update public.quotations set contact_id = null; delete from public.contacts; delete from public.companies;`,
      ].join('\n'),
    )
    const before = await numbers()
    await pglite.exec(`begin; ${await rowsOfMigration()} commit;`)
    expect(await numbers()).toEqual(before)
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
    // Everything else is proposed, to staff alone.
    await pglite.exec(`
      insert into auth.users (id, email) values ('00000000-0000-4000-8000-000000000099', 'staff@gifts.example');
      update public.profiles set is_sales = true where id = '00000000-0000-4000-8000-000000000099';
      select set_config('request.jwt.claims', '{"sub": "00000000-0000-4000-8000-000000000099"}', false),
        set_config('request.jwt.claim.sub', '00000000-0000-4000-8000-000000000099', false);`)
    const [{ proposals } = { proposals: [] }] = (await rows('select private.look_alikes() as proposals')) as [
      { proposals: { company: { name: string } | null; people: { email: string }[] }[] }?,
    ] // the function gives these
    expect(
      proposals.map(({ company, people }) => [company?.name, ...people.map(({ email }) => email)]),
    ).toEqual(
      expect.arrayContaining([
        ['Example Three', 'someone@gmail.com'],
        [undefined, 'kavi@two.example', 'mira@two.example'],
      ]),
    )
  },
)
