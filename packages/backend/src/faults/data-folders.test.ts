import { cpSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, temporaryFolder, type TestServer } from '../testing/test-server.ts'
import { startProcess, startSite } from '../testing/site-process.ts'

const migrations = join(import.meta.dirname, '../../../../supabase/migrations')
let temporary: Awaited<ReturnType<typeof temporaryFolder>>
let older: string
const at = (...names: string[]): string => join(temporary.path, ...names)

/** How many migrations the older version has. */
const earlyMigrations = 10

/** The migrations that the first version of Giftwell could have had. */
async function olderMigrations(): Promise<string> {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).toSorted()
  await mkdir(at('older'))
  for (const name of names.slice(0, earlyMigrations))
    await copyFile(join(migrations, name), at('older', name))
  return at('older')
}

async function healthOf(server: TestServer): Promise<unknown> {
  return (await fetch(`${server.url}/healthz`)).json()
}

beforeAll(async () => {
  temporary = await temporaryFolder()
  older = await olderMigrations()
})
afterAll(async () => temporary.remove())

// These tests use one folder, in this order.
it(
  'the data folder of an older version is migrated with all of its content',
  { timeout: 120_000 },
  async () => {
    const before = await startTestServer({ DATA_DIR: at('data') }, { migrationsFolder: older })
    await expect
      .poll(async () => healthOf(before))
      .toMatchObject({ migrations: { applied: earlyMigrations } })
    await before.database!.transaction(async (session) =>
      session.query(`insert into public.themes (name, description) values ('Diwali', 'of before')`),
    )
    await before.close()

    const after = await startTestServer({ DATA_DIR: at('data') })
    const all = (await readdir(migrations)).filter((name) => name.endsWith('.sql'))
    await expect.poll(async () => healthOf(after)).toMatchObject({ migrations: { applied: all.length } })
    expect(after.said).toEqual([`applied ${all.length - earlyMigrations} migrations`])
    const { rows } = await after.database!.transaction(async (session) =>
      session.query('select name, description from public.themes'),
    )
    expect(rows).toEqual([{ name: 'Diwali', description: 'of before' }])
    await after.close()
  },
)

it(
  'the data folder of a newer version is rejected in one sentence and not changed',
  { timeout: 120_000 },
  async () => {
    const starting = startTestServer({ DATA_DIR: at('data') }, { migrationsFolder: older })
    await expect(starting).rejects.toThrow(
      /^The database was used by a newer version of Giftwell \(it has the migration \d{14}\); start that version, or restore a backup into another data folder\.$/,
    )
    const again = await startTestServer({ DATA_DIR: at('data') })
    expect(again.said).toEqual([])
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
    const moments: readonly ((said: readonly string[]) => boolean | Promise<boolean>)[] = [
      () => true,
      async () => exists(),
      async () => exists('database'),
      async () => exists('database', 'base'),
      async () => (await namesIn('database')).includes('giftwell-made'),
      (said) => said.some((line) => line.startsWith('applied')),
      (said) => said.some((line) => line.startsWith('made the administrator')),
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
