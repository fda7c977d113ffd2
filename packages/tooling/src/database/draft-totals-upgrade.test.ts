import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'

const folder = join(repositoryRoot, 'supabase/migrations')

/** What the migration does with the rows of a site of before. */
async function rowsOfMigration(): Promise<string> {
  const name = (await readdir(folder)).find((file) => file.endsWith('_places_of_an_address.sql')) ?? ''
  return (await readFile(join(folder, name), 'utf8')).split('-- Written until here.')[1] ?? ''
}

const line = { id: 'mug', name: 'Mug', gst_rate: 1800, quantities: [{ quantity: 10, price_paise: 10_000 }] }
const content = (address: string) =>
  JSON.stringify({ buyer: { delivery_address: address }, lines: [line], discount: null })

const draft = (id: number, address: string, sent = 'null, null, null') => `
  insert into public.quotations (id, number, state, owner_email) values ('00000000-0000-4000-8000-00000000000${id}', 'GW2627/000${id}', 'draft', 'a@b.example');
  insert into public.quotation_versions (quotation_id, revision, content, valid_until, sent_at, frozen, sha256) values (
    '00000000-0000-4000-8000-00000000000${id}', 1, '${content(address)}', '2999-12-31', ${sent}
  );`

it(
  'an upgrade computes the totals of drafts anew, and of nothing that was sent',
  { timeout: 120_000 },
  async () => {
    await using database = await openEmbeddedDatabase()
    const { pglite } = database
    const totals = async () => {
      const { rows } = await pglite.query<{ total: number }>(
        'select total_paise::integer as total from public.quotation_versions order by quotation_id',
      )
      return rows.map(({ total }) => total)
    }
    await pglite.exec(
      [
        `insert into public.seller_profile (gstin) values ('27AAPFU0939F1ZV');`,
        draft(1, 'Pune 411001'),
        draft(2, 'Pune 411001, Chennai'),
        draft(3, 'Pune 411001', `now(), '{"figures": {"total": 100}}', repeat('0', 64)`),
        // As an earlier rule left them.
        `alter table public.quotation_versions disable trigger total;
       update public.quotation_versions set total_paise = 7; alter table public.quotation_versions enable trigger total;`,
      ].join('\n'),
    )
    expect(await totals()).toEqual([7, 7, 7])
    await pglite.exec(`begin; ${await rowsOfMigration()} commit;`)
    expect(await totals(), 'with tax, without where the place is open, and as it was').toEqual([
      118_000, 100_000, 7,
    ])
  },
)
