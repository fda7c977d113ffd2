import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserFacingError } from '../process/errors.ts'
import { readSettings } from '../settings.ts'
import { type Child, startChild } from '../testing/child-process.ts'
import { pngPicture } from '../testing/picture.ts'
import { isFullRun } from '../testing/rounds.ts'
import { administrator, startTestServer, type TestServer } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testedPostgres } from '../testing/tested-databases.ts'
import { manifestName, manifestSchema, packBackup, rowsName } from './archive.ts'
import { restoreBackup } from './restore-backup.ts'

const migrations = join(import.meta.dirname, '../../../../supabase/migrations')
const customer = { email: 'customer@giftwell.test', password: 'open sesame' }
const odd = { name: 'A "quoted" \\N {brace},\tπ\n🎁', company: "O'Neil", email: 'a@b.test', phone: '+1' }
/** Characters that some programs read as the end of a line. */
const oddEnds = '\n|\r|\r\n|\u0085|\u2028|\u2029|\f|'
const picture = pngPicture({ note: 'the only one' })

/** Objects that the owner may have added to the database. */
const notes = `
  create table public.notes (id serial primary key, lead_id uuid references public.leads (id), "when" date);
  insert into public.notes ("when") values (current_date);
`

/** Settings that the owner may have changed. */
const otherForms = (database: string): string => `
  alter database ${database} set datestyle = 'SQL, DMY';
  alter database ${database} set intervalstyle = 'sql_standard';
  alter database ${database} set extra_float_digits = -15;
  alter database ${database} set bytea_output = 'escape';
`

interface Outcome {
  readonly status: number | string
  readonly out: string
  readonly err: string
}

async function command(program: string, words: string[], env: Record<string, string>): Promise<Outcome> {
  const child: Child = startChild(`${program}-command.ts`, words, env)
  const status = await child.ended
  return { status, out: child.out.join('\n'), err: child.err.join('\n') }
}

/** The site's content through its API, as an administrator. */
async function holdings(server: TestServer): Promise<Record<string, unknown>> {
  const admin = await server.signedIn(administrator)
  const held: Record<string, unknown> = {}
  for (const table of ['leads', 'products', 'themes', 'product_themes', 'profiles', 'stats_blocks']) {
    const { data, error } = await admin.from(table).select()
    if (error !== null) throw error
    held[table] = data.map((row) => JSON.stringify(row)).toSorted()
  }
  const indexes = await server.database?.query(
    `select indexdef from pg_indexes where schemaname in ('public', 'private', 'auth', 'storage') and tablename <> 'notes'`,
  )
  held['indexes'] = indexes?.rows.map(({ indexdef }) => String(indexdef)).toSorted()
  const listed = await admin.storage.from('product-images').list()
  held['images'] = listed.data?.map(({ name }) => name)
  return held
}

async function fill(server: TestServer): Promise<void> {
  const admin = await server.signedIn(administrator)
  const theme = await admin.from('themes').insert({ name: 'Diwali' }).select().single()
  const product = await admin
    .from('products')
    .insert({
      name: 'Brass lamp',
      is_sample: true,
      image_url: '/storage/v1/object/public/product-images/0.5.png',
      image_widths: [320, 400],
      image_colour: '#8a9bac',
    })
    .select()
    .single()
  await admin.from('product_themes').insert({ product_id: product.data.id, theme_id: theme.data.id })
  for (let count = 0; count < 3; count += 1)
    expect(
      (
        await server
          .client()
          .from('leads')
          .insert({ ...odd, message: `No. ${count}:${oddEnds}` })
      ).error,
    ).toBeNull()
  for (const name of ['0.5.png', '0.5-320.png'])
    expect((await admin.storage.from('product-images').upload(name, picture)).error).toBeNull()
  await server.client().auth.signUp(customer)
}

describe('a backup', { timeout: 120_000 }, () => {
  const temporary = sharedFolder()
  let server: TestServer
  let file: string
  let before: Record<string, unknown>
  const at = (name: string): string => join(temporary.path, name)
  beforeAll(async () => {
    file = at('site.backup')
    server = await startTestServer({ CONFIRM_EMAIL: '0', DATA_DIR: at('data') })
    await fill(server)
    before = await holdings(server)
    await server.database?.transaction(async (session) => session.run(notes))
  })
  afterAll(async () => {
    await server.close()
  })

  it('a backup of a running site is readable by its owner only and leaves no other files', async () => {
    const made = await command('backup', [file], { DATA_DIR: server.dataFolder })
    expect(made).toMatchObject({ status: 0, err: '' })
    expect(made.out).toContain(`${file} holds the whole site`)
    expect(made.out).toContain('left out, because Giftwell did not create it: public.notes')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(server.dataFolder)).filter((name) => name.startsWith('snapshot-'))).toEqual([])
    expect((await readdir(temporary.path)).toSorted()).toEqual(['data', 'site.backup'])
  })

  it('a backup is a tar archive with checksums that other programs read', async () => {
    await mkdir(at('unpacked'))
    await promisify(execFile)('tar', ['-xzf', file, '-C', at('unpacked')])
    const checked = await promisify(execFile)('sha256sum', ['--strict', '-c', 'SHA256SUMS'], {
      cwd: at('unpacked'),
    })
    expect(checked.stdout).toContain('rows/public.leads.jsonl: OK')
    expect(checked.stdout).toContain('images/product-images/0.5.png: OK')
    expect(checked.stdout).toContain('images/product-images/0.5-320.png: OK')
    const leads = await readFile(at('unpacked/rows/public.leads.jsonl'), 'utf8')
    // Each of the three is a lead, whatever characters it has.
    const lines = leads.trimEnd().split(/[\n\r\u2028\u2029]/)
    expect(lines.map((line) => (JSON.parse(line) as unknown[]).length)).toHaveLength(3)
  })

  it('a backup has every table of Giftwell', async () => {
    const text = await readFile(at(`unpacked/${manifestName}`), 'utf8')
    const { tables, leftOut } = manifestSchema.parse(JSON.parse(text))
    const rows = await server.database?.transaction(async (session) =>
      session.query(
        `select schemaname::text || '.' || tablename::text as name from pg_tables
         where schemaname !~ '^pg_' and schemaname not in ('information_schema', 'supabase_migrations')`,
      ),
    )
    expect(rows?.rows.map(({ name }) => name).toSorted()).toEqual(
      [...tables.map(({ schema, table }) => `${schema}.${table}`), ...leftOut].toSorted(),
    )
    expect(leftOut).toEqual(['public.notes'])
  })

  it('a backup does not replace a file without --force', async () => {
    const again = await command('backup', [file], { DATA_DIR: server.dataFolder })
    expect(again).toEqual({
      status: 1,
      out: '',
      err: `${file} exists already; choose another name, or replace it with --force.`,
    })
  })

  it('a restored backup has the same rows, images, accounts, sessions and keys', async () => {
    const session = (await (await server.signedIn(customer)).auth.getSession()).data.session!
    expect((await command('backup', [file, '--force'], { DATA_DIR: server.dataFolder })).status).toBe(0)
    expect(await command('restore', [file], { DATA_DIR: at('elsewhere') })).toMatchObject({
      status: 0,
      err: '',
    })
    const restored = await startTestServer({ CONFIRM_EMAIL: '0', DATA_DIR: at('elsewhere') })
    try {
      expect(restored.logged).toEqual([])
      expect(await holdings(restored)).toEqual(before)
      expect(restored.publishableKey).toBe(server.publishableKey)
      const client = createClient(restored.url, restored.publishableKey, { auth: { persistSession: false } })
      expect((await client.auth.setSession(session)).error).toBeNull()
      expect((await client.auth.refreshSession(session)).error).toBeNull()
      await restored.signedIn(customer)
      const url = restored.client().storage.from('product-images').getPublicUrl('0.5.png').data.publicUrl
      expect(await (await fetch(url)).bytes()).toEqual(await picture.bytes())
      // The triggers are enabled again: a lead that is sent twice is stored once.
      for (let count = 0; count < 2; count += 1)
        expect((await restored.client().from('leads').insert(odd)).error).toBeNull()
      expect((await holdings(restored))['leads']).toHaveLength(4)
    } finally {
      await restored.close()
    }
  })

  /** A backup from before newer tables with references. */
  async function olderBackup(): Promise<string> {
    await cp(at('unpacked'), at('older'), { recursive: true })
    await rm(at('older/SHA256SUMS'))
    const manifest = manifestSchema.parse(JSON.parse(await readFile(at(`older/${manifestName}`), 'utf8')))
    const isYounger = ({ schema, table }: { schema: string; table: string }): boolean =>
      schema === 'auth' && table !== 'users'
    for (const table of manifest.tables.filter(isYounger)) await rm(join(at('older'), rowsName(table)))
    const tables = manifest.tables.filter((table) => !isYounger(table))
    await writeFile(at(`older/${manifestName}`), JSON.stringify({ ...manifest, tables }))
    await packBackup(at('older'), at('older.backup'), false)
    return at('older.backup')
  }

  it('a backup is made without a running server, and fails where there is no site', async () => {
    const made = await command('backup', [at('elsewhere.backup')], { DATA_DIR: at('elsewhere') })
    expect(made).toMatchObject({ status: 0, err: '' })
    expect(await command('backup', [at('no.backup')], { DATA_DIR: at('nowhere') })).toEqual({
      status: 1,
      out: '',
      err: `There is nothing in the data folder ${at('nowhere')} to back up.`,
    })
  })

  it(
    'a restore of a backup with fewer tables replaces a data folder with --force only, and renames the old one',
    { tags: 'full' },
    async () => {
      const env = { DATA_DIR: at('elsewhere') }
      const older = await olderBackup()
      const refused = await command('restore', [older], env)
      expect(refused).toEqual({
        status: 1,
        out: '',
        err: `The data folder ${at('elsewhere')} is not empty; --force replaces it with the backup and keeps the present folder beside it.`,
      })
      const forced = await command('restore', [older, '--force'], env)
      expect(forced).toMatchObject({ status: 0, err: '' })
      const previous = /what was there before is in (.+)$/.exec(forced.out)?.[1] ?? ''
      const former = await startTestServer({ DATA_DIR: previous })
      expect((await holdings(former))['leads']).toHaveLength(4)
      await former.close()
      const restored = await startTestServer(env)
      expect((await holdings(restored))['leads']).toHaveLength(3)
      await restored.close()
    },
  )

  it('a restore does not replace the data folder of a running server', async () => {
    const refused = await command('restore', [file, '--force'], { DATA_DIR: server.dataFolder })
    expect(refused.err).toMatch(/^The data folder .+ is in use by another Giftwell server \(process \d+\)\.$/)
    expect(refused.status).toBe(1)
  })

  const restore = async (from: string, migrationsFolder = migrations) =>
    restoreBackup(readSettings({ DATA_DIR: at('none') }), from, { force: false, migrationsFolder })

  it('a truncated, changed or foreign file is rejected, and nothing is restored', async () => {
    const whole = await readFile(file)
    const bad = at('bad.backup')
    const sentences = new Set<string>()
    const attempt = async (bytes: Uint8Array): Promise<void> => {
      await writeFile(bad, bytes)
      const error: unknown = await restore(bad).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(UserFacingError)
      sentences.add(String(error))
    }
    for (const part of isFullRun ? [0, 0.01, 0.5, 0.99] : [0.5])
      await attempt(whole.subarray(0, Math.floor(whole.length * part)))
    await attempt(whole.subarray(0, whole.length - 1))
    const changed = Buffer.from(whole)
    changed[Math.floor(changed.length / 2)]! ^= 0x10
    await attempt(changed)
    await attempt(Buffer.from('PGDMP or something else'))
    await attempt(gzipSync(Buffer.alloc(4096)))
    expect([...sentences].toSorted()).toEqual([
      `UserFacingError: ${bad} is not a backup of Giftwell, or only the beginning of one.`,
      `UserFacingError: The backup ${bad} is damaged or was not copied whole; nothing was changed.`,
    ])
    await expect(restore(at('missing'))).rejects.toThrow(`There is no file ${at('missing')}.`)
    expect((await readdir(temporary.path)).filter((name) => name.startsWith('none'))).toEqual([])
  })

  it('a file changed inside of a valid archive is rejected by its checksum', async () => {
    const content = gunzipSync(await readFile(file))
    const start = content.indexOf("O'Neil")
    expect(start).toBeGreaterThan(0)
    content.write("O'Neal", start)
    await writeFile(at('altered.backup'), gzipSync(content))
    expect(await command('restore', [at('altered.backup')], { DATA_DIR: at('altered') })).toEqual({
      status: 1,
      out: '',
      err: `The backup ${at('altered.backup')} is damaged or was not copied whole; nothing was changed.`,
    })
  })

  it('a backup of a newer database is rejected', async () => {
    await mkdir(at('fewer'))
    await expect(restore(file, at('fewer'))).rejects.toThrow(
      /^The backup was made by Giftwell .+, whose database this version does not/,
    )
  })

  it(
    'a database made with another text of a migration is refused, and its data moves by backup and restore',
    { tags: 'full' },
    async () => {
      const other = at('other-migrations')
      await cp(migrations, other, { recursive: true })
      const edited = join(other, '20261126000200_mail_and_function_rights.sql')
      await writeFile(
        edited,
        `${await readFile(edited, 'utf8')}\ncomment on table public.themes is 'of before';\n`,
      )
      const env = { DATA_DIR: at('edited') }
      const before = await startTestServer(env, { migrationsFolder: other })
      const admin = await before.signedIn(administrator)
      await admin.from('themes').insert({ name: 'Diwali' }).throwOnError()
      await before.close()

      await expect(startTestServer(env)).rejects.toThrow(
        /^The database was made with a different version of the migration 20261126000200_mail_and_function_rights\.sql, which this version cannot update; save its data with "npm run backup -- FILE" and move them by "npm run restore -- FILE" to a new data folder/,
      )
      expect(await command('backup', [at('edited.backup')], env)).toMatchObject({ status: 0, err: '' })
      const moved = await command('restore', [at('edited.backup')], { DATA_DIR: at('moved') })
      expect(moved).toMatchObject({ status: 0, err: '' })
      expect(moved.out).toContain('its database had a different version of 1 migration')
      const after = await startTestServer({ DATA_DIR: at('moved') })
      const again = await after.signedIn(administrator)
      expect((await again.from('themes').select('name')).data).toEqual([{ name: 'Diwali' }])
      await after.close()
    },
  )

  it(
    'a row that breaks a rule of the new database is refused with the rule, when the old one was another',
    { tags: 'full' },
    async () => {
      await cp(at('unpacked'), at('misfit'), { recursive: true })
      await rm(at('misfit/SHA256SUMS'))
      const manifest = manifestSchema.parse(JSON.parse(await readFile(at(`misfit/${manifestName}`), 'utf8')))
      const migrationSums = { ...manifest.migrationSums, [manifest.migrations[0]!]: 'another' }
      await writeFile(at(`misfit/${manifestName}`), JSON.stringify({ ...manifest, migrationSums }))
      const rows = at('misfit/rows/public.themes.jsonl')
      await writeFile(rows, (await readFile(rows, 'utf8')).replace('"Diwali"', '""'))
      await packBackup(at('misfit'), at('misfit.backup'), false)
      const refused = await command('restore', [at('misfit.backup')], { DATA_DIR: at('none') })
      expect(refused.err).toMatch(
        /^The backup's database was made with a different version of the migration 20261122000100_text_rules\.sql, and a row does not fit this version: new row for relation "themes" violates check constraint "\w+"; use the version that made it\.$/,
      )
      expect((await readdir(temporary.path)).filter((name) => name.startsWith('none'))).toEqual([])
    },
  )

  it('a restore to a read-only folder fails and leaves no files', async () => {
    const missing = await command('backup', [at('missing/site.backup')], { DATA_DIR: server.dataFolder })
    expect(missing).toEqual({
      status: 1,
      out: '',
      err: `The backup ${at('missing/site.backup')} cannot be written: there is no folder ${at('missing')}.`,
    })
    expect((await readdir(server.dataFolder)).filter((name) => name.startsWith('snapshot-'))).toEqual([])
  })

  it('a backup on a full disk leaves no partial file', async () => {
    // A limit on file sizes has the same effect as a full disk.
    const limited = promisify(execFile)(
      'bash',
      [
        '-c',
        'trap "" XFSZ; ulimit -f 1; exec "$0" "$@"',
        process.execPath,
        join(import.meta.dirname, '../backup-command.ts'),
        at('full.backup'),
      ],
      { env: { ...process.env, DATA_DIR: server.dataFolder } },
    )
    await expect(limited).rejects.toMatchObject({
      stderr: expect.stringMatching(/^The backup .+ cannot be written: .+\.\n$/),
    })
    expect((await readdir(temporary.path)).filter((name) => name.startsWith('full'))).toEqual([])
    await truncate(file, 0)
  })
})

const { url, skipReason } = await testedPostgres(false)

describe.skipIf(skipReason)(
  'a backup of a PostgreSQL server',
  { tags: 'full', timeout: 240_000, meta: { skipReason } },
  () => {
    it('a backup of a PostgreSQL server is restored to the embedded database, and the reverse', async () => {
      await using temporary = await temporaryFolder()
      const at = (name: string): string => join(temporary.path, name)
      const server = await startTestServer({ CONFIRM_EMAIL: '0', DATABASE_URL: url, DATA_DIR: at('pg') })
      await fill(server)
      const before = await holdings(server)
      expect(await command('backup', [at('1')], { DATA_DIR: at('pg') })).toMatchObject({ status: 0, err: '' })
      // A backup has one format with any settings of the database.
      await server.database?.transaction(async (session) => session.run(otherForms('postgres')))
      await server.close()
      const env = { DATABASE_URL: url, DATA_DIR: at('pg') }
      expect(await command('backup', [at('1'), '--force'], env)).toMatchObject({ status: 0, err: '' })

      expect(await command('restore', [at('1')], { DATA_DIR: at('pglite') })).toMatchObject({
        status: 0,
        err: '',
      })
      const embedded = await startTestServer({ CONFIRM_EMAIL: '0', DATA_DIR: at('pglite') })
      expect(await holdings(embedded)).toEqual(before)
      expect(await command('backup', [at('2')], { DATA_DIR: at('pglite') })).toMatchObject({
        status: 0,
        err: '',
      })
      await embedded.close()

      const used = await command('restore', [at('2')], { DATABASE_URL: url, DATA_DIR: at('again') })
      expect(used.err).toBe(
        'The database of DATABASE_URL already holds a Giftwell catalogue; create an empty database and set DATABASE_URL to it.',
      )
      const { default: connect } = await import('postgres')
      const sql = connect(url)
      await sql`create database other`
      await sql`create database another`
      await sql.end()
      const other = url.replace(/[^/]+$/, 'other')
      expect(
        await command('restore', [at('2')], { DATABASE_URL: other, DATA_DIR: at('again') }),
      ).toMatchObject({
        status: 0,
        err: '',
      })
      const again = await startTestServer({ CONFIRM_EMAIL: '0', DATABASE_URL: other, DATA_DIR: at('again') })
      expect(await holdings(again)).toEqual(before)
      await again.signedIn(customer)
      await again.close()

      // A dangling link is neither a missing nor a replaceable folder.
      await symlink(at('nowhere'), at('link'))
      const another = { DATABASE_URL: url.replace(/[^/]+$/, 'another'), DATA_DIR: at('link') }
      const { status, err } = await command('restore', [at('2')], another)
      expect(status).toBe(1)
      const staged =
        /^The database of .+ is restored, but .+ keys and images are in (.+); move that folder/.exec(err)?.[1]
      expect((await readdir(staged ?? err)).toSorted()).toEqual([
        'admin.json',
        'mail',
        'secrets.json',
        'storage',
      ])
      const images = await readdir(join(staged ?? err, 'storage/product-images'))
      expect(images.toSorted()).toEqual(['0.5-320.png', '0.5.png'])
    })
  },
)
