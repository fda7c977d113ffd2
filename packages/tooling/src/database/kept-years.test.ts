import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'

const folder = join(repositoryRoot, 'supabase/migrations')

/** What the migration does with the rows of a site of before; it changes nothing when it is run again. */
async function rowsOfMigration(): Promise<string> {
  const name = (await readdir(folder)).find((file) => file.endsWith('_erasure_and_links.sql')) ?? ''
  const [byHand = ''] = (await readFile(join(folder, name), 'utf8')).split('-- Written by npm run migration')
  return byHand
}

it(
  'a site that kept no accepted quotations keeps them for eight years, and is told once',
  { timeout: 120_000 },
  async () => {
    await using database = await openEmbeddedDatabase()
    const { pglite } = database
    const statements = await rowsOfMigration()
    const run = async () => {
      await pglite.exec(`begin; ${statements} commit;`)
      const { rows } = await pglite.query(
        `select kept_years, array(select recipient from public.outbox where kind = 'kept_years') as told from public.seller_profile`,
      )
      return rows
    }
    await pglite.exec(`
    insert into public.site_settings (name, notice_emails) values ('Gifts', '{office@gifts.example}')
    on conflict (id) do update set notice_emails = excluded.notice_emails;
    insert into public.seller_profile (kept_years) values (3);`)
    expect(await run(), 'who has set a number keeps it').toEqual([{ kept_years: 3, told: [] }])
    await pglite.exec('update public.seller_profile set kept_years = null')
    const changed = [{ kept_years: 8, told: ['office@gifts.example'] }]
    expect(await run()).toEqual(changed)
    expect(await run(), 'once').toEqual(changed)
  },
)
