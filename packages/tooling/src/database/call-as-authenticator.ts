import { randomBytes } from 'node:crypto'
import { serverSession, type TestSession } from './test-session.ts'

const administrator = '00000000-0000-4000-8000-0000000000aa'
const claims = `set local role authenticated;
  select set_config('request.jwt.claim.sub', '${administrator}', true),
    set_config('request.jwt.claims', '{"sub": "${administrator}", "role": "authenticated"}', true);`

/** What visitors and administrators do, each in a transaction that is rolled back. */
const calls = [
  'set local role anon; select public.catalogue_page(), public.catalogue_filters()',
  `set local role anon; insert into public.leads (name, company, email, phone) values ('A', 'B', 'a@b.example', '1')`,
  `${claims} select public.save_product('{"name": "New", "is_sample": true}', '{}', '{}', '{}')`,
  `${claims} select public.save_subcategory('New', null, '{}'); select public.find_products('ne'), public.count_products('ne');
   select public.find_leads(), public.count_leads(), public.unused_product_images()`,
  `${claims} insert into public.themes (name) values ('New'); update public.themes set name = 'Other' where name = 'New';
   delete from public.themes where name = 'Other'`,
]

/**
 * Makes the API's calls on the connection of a role that owns nothing and only switches roles, as the API of a hosted
 * project does.
 * @param superuser a session of the migrated database's superuser
 * @param url the database's address
 * @returns the errors, or nothing
 */
export async function callAsAuthenticator(superuser: TestSession, url: string): Promise<string> {
  const password = randomBytes(16).toString('hex')
  await superuser.run(`
    create role authenticator login noinherit password '${password}';
    grant anon, authenticated, service_role to authenticator;
    insert into auth.users (id, email) values ('${administrator}', 'administrator@example.com');
    update public.profiles set is_admin = true where id = '${administrator}'`)
  await using session = serverSession(
    Object.assign(new URL(url), { username: 'authenticator', password }).href,
  )
  const errors: string[] = []
  try {
    for (const call of calls) {
      await session.run(`begin; ${call}; rollback`).catch(async (error: unknown) => {
        errors.push(`${String(error)} in ${call}`)
        await session.run('rollback')
      })
    }
  } finally {
    await superuser.run(`delete from auth.users where id = '${administrator}'`)
  }
  return errors.join('\n')
}
