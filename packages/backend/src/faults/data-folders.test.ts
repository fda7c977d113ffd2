import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { hashQuickly } from '../testing/quick-hashing.ts'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'
import { startProcess, startSite } from '../testing/site-process.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

const migrations = join(import.meta.dirname, '../../../../supabase/migrations')
const temporary = sharedFolder()
const at = (...names: string[]): string => join(temporary.path, ...names)

let newest: string

/** The migrations of a newer version: those of this one, and another. */
async function makeMigrations(): Promise<void> {
  await mkdir(at('newer'))
  const names = (await readdir(migrations)).filter((each) => each.endsWith('.sql')).toSorted()
  for (const name of names) await copyFile(join(migrations, name), at('newer', name))
  newest = names.at(-1)!.slice(0, 14)
  await writeFile(at('newer', '29991231235959_later.sql'), `comment on table public.themes is 'Later';`)
}

const customer = { email: 'customer@giftwell.test', password: 'open sesame' }
const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '1' }

async function healthOf(server: TestServer): Promise<unknown> {
  return (await fetch(`${server.url}/healthz`)).json()
}

beforeAll(async () => {
  await makeMigrations()
})

// These tests use one folder, in this order.
it(
  'the data folder of an older version is migrated with all of its content',
  { timeout: 120_000 },
  async () => {
    const env = { DATA_DIR: at('data'), CONFIRM_EMAIL: '0' }
    const before = await startTestServer(env)
    await expect.poll(async () => healthOf(before)).toMatchObject({ migrations: { newest } })
    const admin = await before.signedIn(administrator)
    await admin
      .from('products')
      .insert({ name: 'Brass lamp', is_sample: true, is_featured: true })
      .throwOnError()
    await before.client().from('leads').insert(lead).throwOnError()
    // As a sign-up did that did not create the profile itself.
    await before.database!.query(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, $3, now())`,
      [randomUUID(), customer.email, await hashQuickly(customer.password)],
    )
    await before.close()

    const after = await startTestServer(env, { migrationsFolder: at('newer') })
    const { length } = await readdir(at('newer'))
    await expect.poll(async () => healthOf(after)).toMatchObject({ migrations: { applied: length } })
    expect(after.logged).toEqual([expect.stringMatching(/^applied \d+ migrations?$/)])
    expect((await after.client().from('products').select('name')).data).toEqual([{ name: 'Brass lamp' }])
    const again = await after.signedIn(administrator)
    expect((await again.from('leads').select('email')).data).toEqual([{ email: lead.email }])
    await again.from('themes').insert({ name: 'Diwali' }).throwOnError()
    await after
      .client()
      .from('leads')
      .insert({ ...lead, email: 'other@acme.test' })
      .throwOnError()
    await after.signedIn(customer)
    await after.close()
  },
)

it(
  'the data folder of a newer version is rejected in one sentence and not changed',
  { timeout: 120_000 },
  async () => {
    const starting = startTestServer({ DATA_DIR: at('data') })
    await expect(starting).rejects.toThrow(
      'The database was used by a newer version of Giftwell (it has the migration 29991231235959); start that version, or restore a backup into another data folder.',
    )
    const again = await startTestServer({ DATA_DIR: at('data') }, { migrationsFolder: at('newer') })
    expect(again.logged).toEqual([])
    await again.close()
  },
)

it.each([
  [
    'of another PostgreSQL',
    async (data: string) => writeFile(join(data, 'database', 'PG_VERSION'), '16\n'),
    /was made by another version of PostgreSQL than 17; restore a backup with "npm run restore -- FILE --force"/,
  ],
  [
    'without its control file',
    async (data: string) => truncate(join(data, 'database', 'global', 'pg_control')),
    /cannot be opened, its files are damaged; restore a backup/,
  ],
  [
    'without its log of writes',
    async (data: string) => rm(join(data, 'database', 'pg_wal'), { recursive: true }),
    /cannot be opened, its files are damaged; restore a backup/,
  ],
  [
    'with damaged keys',
    async (data: string) => writeFile(join(data, 'secrets.json'), '{'),
    /^The keys in .+ are damaged; restore the file, or remove it and run "npm run admin -- accept-keys" to make new ones\.$/,
  ],
])('a data folder %s is rejected in one sentence', { timeout: 120_000 }, async (_, damage, sentence) => {
  cpSync(at('data'), at('damaged', 'data'), { recursive: true })
  await damage(at('damaged', 'data'))
  const child = await startProcess(at('damaged'))
  expect(await child.ended).toBe(1)
  expect(child.err).toEqual([expect.stringMatching(sentence)])
  expect(child.out).toEqual([])
  await rm(at('damaged'), { recursive: true })
})

it('a data folder that cannot be made is rejected at once', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has a file system in which nothing can be made')
  const child = await startProcess(temporary.path, { DATA_DIR: '/proc/giftwell/data' })
  expect(await child.ended).toBe(1)
  expect(child.err).toEqual([
    'The data folder /proc/giftwell/data cannot be used: folders cannot be made there.',
  ])
})

it(
  'a first start that is killed at each of its steps is completed by the next one',
  { tags: 'full', timeout: 180_000 },
  async () => {
    await mkdir(at('torn'))
    const namesIn = async (...names: string[]): Promise<string[]> =>
      readdir(at('torn', 'data', ...names)).catch(() => [])
    const exists = async (...names: string[]): Promise<boolean> => (await namesIn(...names)).length > 0
    const moments: readonly ((logged: readonly string[]) => boolean | Promise<boolean>)[] = [
      () => true,
      async () => exists(),
      async () => exists('database'),
      async () => exists('database', 'base'),
      async () => (await namesIn('database')).includes('giftwell-made'),
      (logged) => logged.some((line) => line.startsWith('applied')),
      (logged) => logged.some((line) => line.startsWith('made the administrator')),
    ]
    for (const isReached of moments) {
      const child = await startProcess(at('torn'))
      while (child.process.exitCode === null && !(await isReached(child.err)))
        await new Promise((resolve) => setTimeout(resolve, 2))
      child.process.kill('SIGKILL')
      // Ended by the signal only: the files of a killed start do not make the next one fail.
      expect(await child.ended).toBe('SIGKILL')
    }
    const site = await startSite(at('torn'))
    const admin = await site.admin()
    expect((await admin.from('profiles').select('is_admin')).data).toEqual([{ is_admin: true }])
    expect((await admin.from('themes').insert({ name: 'Diwali' })).error).toBeNull()
    site.child.process.kill('SIGTERM')
    expect(await site.child.ended).toBe(0)
  },
)
