import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createOwnedDatabase, inDatabase } from '@giftwell/tooling/database/start-postgres.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyMigrations } from '../database/migrations.ts'
import { openPostgres } from '../database/open-postgres.ts'
import { ensureSystemSchema } from '../database/system-schema.ts'
import { startChild } from '../testing/child-process.ts'
import { pngPicture } from '../testing/picture.ts'
import { administrator, startTestServer } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import { testedPostgres } from '../testing/tested-databases.ts'
import { portOf } from '../testing/port-of.ts'

const { url: superuser, skipReason } = await testedPostgres(false)
const migrations = fileURLToPath(new URL('../../../../supabase/migrations', import.meta.url))
const picture = pngPicture()
const secretKey = 'sb_secret_of_the_project'

/** Auth's tables belong to Auth, have columns that the embedded backend's lack, and are written by the owner. */
const authOfHostedProject = `
  alter table auth.users add column instance_id uuid;
  alter table auth.identities alter column id set default gen_random_uuid();
  grant usage on schema auth to project with grant option;
  grant all on all tables in schema auth to project;
  grant all on schema storage to project;
  alter table storage.objects owner to project;
  alter table storage.buckets owner to project;
`

async function query(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    const result = await client.query<Record<string, unknown>>(text, [...values])
    return result.rows
  } finally {
    await client.end()
  }
}

describe.skipIf(skipReason)('a backup of an embedded site', { tags: 'full', meta: { skipReason } }, () => {
  const temporary = sharedFolder()
  let file: string
  let project: string
  let storage: Server
  let storageUrl: string
  const stored = new Map<string, Buffer>()
  const keys = new Set<unknown>()

  beforeAll(async () => {
    file = join(temporary.path, 'site.backup')
    const site = await startTestServer()
    const admin = await site.signedIn(administrator)
    await admin.storage.from('product-images').upload('0.5.png', picture)
    const image = '/storage/v1/object/public/product-images/0.5.png'
    await admin
      .from('products')
      .insert({ name: 'Brass lamp', is_sample: true, image_url: image })
      .throwOnError()
    const lead = { name: 'Asha', company: 'Acme', email: 'asha@acme.test', phone: '1' }
    await site.client().from('leads').insert(lead).throwOnError()
    expect(await startChild('backup-command.ts', [file], { DATA_DIR: site.dataFolder }).ended).toBe(0)
    await site.close()

    project = (await createOwnedDatabase(superuser, 'project')).href
    const system = await openPostgres(inDatabase(superuser, 'project'))
    await system.transaction(ensureSystemSchema)
    await system.transaction(async (session) => session.run(authOfHostedProject))
    await system.close()

    storage = createServer((incoming, outgoing) => {
      keys.add(incoming.headers['apikey'])
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () => {
        stored.set(`${incoming.method} ${incoming.url}`, Buffer.concat(chunks))
        outgoing.end('{}')
      })
    })
    storageUrl = `http://127.0.0.1:${await portOf(storage)}`
  })
  afterAll(async () => {
    storage.close()
  })

  async function move(env: Record<string, string> = {}) {
    const child = startChild('restore-command.ts', [file, '--hosted'], {
      SUPABASE_URL: storageUrl,
      SUPABASE_SECRET_KEY: secretKey,
      DATABASE_URL: project,
      ...env,
    })
    return { status: await child.ended, out: child.out.join('\n'), err: child.err.join('\n') }
  }

  it('a project without the migrations is refused in words', async () => {
    expect(await move()).toMatchObject({
      status: 1,
      err: 'The project lacks migrations of the backup; run "npx supabase@3.1.0 db push --remote" of the same version of Giftwell first.',
    })
  })

  it('a missing variable is named', async () => {
    expect((await move({ SUPABASE_SECRET_KEY: '' })).err).toBe(
      '--hosted needs SUPABASE_URL, SUPABASE_SECRET_KEY and DATABASE_URL of the project; see docs/deploy.md.',
    )
  })

  it('records, accounts and pictures move into a project, whose postgres is no superuser', async () => {
    const database = await openPostgres(project)
    await applyMigrations(database.transaction, migrations)
    await database.close()
    const edit = `update supabase_migrations.schema_migrations set statements[1] = $1 || statements[1] where version = '20261122000100'`
    await query(project, edit, ['select 1;'])
    expect((await move()).err).toBe(
      `The project was made with a different version of the migration 20261122000100_text_rules.sql; push this version's to a new project with "npx supabase@3.1.0 db push --remote" and restore into that one.`,
    )
    await query(project, edit.replace('$1 || statements[1]', 'substr(statements[1], 1 + length($1))'), [
      'select 1;',
    ])

    const moved = await move()
    expect(moved).toMatchObject({ status: 0, err: '' })
    expect(moved.out).toContain(`moved into ${storageUrl} as of `)

    expect(await query(project, 'select name, image_url from public.products')).toEqual([
      { name: 'Brass lamp', image_url: '/storage/v1/object/public/product-images/0.5.png' },
    ])
    expect(await query(project, 'select name from private.product_search')).toEqual([{ name: 'Brass lamp' }])
    expect(await query(project, 'select email from public.leads')).toEqual([{ email: 'asha@acme.test' }])
    expect(
      await query(
        project,
        `select users.email, is_admin, instance_id, confirmation_token, encrypted_password like '$2%' as has_password, provider
         from auth.users join public.profiles using (id) join auth.identities on user_id = users.id`,
      ),
    ).toEqual([
      {
        email: administrator.email,
        is_admin: true,
        instance_id: '00000000-0000-0000-0000-000000000000',
        confirmation_token: '',
        has_password: true,
        provider: 'email',
      },
    ])
    expect([...keys]).toEqual([secretKey])
    expect(stored).toEqual(
      new Map([['POST /storage/v1/object/product-images/0.5.png', Buffer.from(await picture.bytes())]]),
    )
    // The triggers are on again.
    await query(project, `insert into public.products (name) values (' New ')`)
    expect(await query(project, `select from private.product_search where name = 'New'`)).toHaveLength(1)
  })

  it('a project in use is left alone', async () => {
    expect(await move()).toMatchObject({
      status: 1,
      err: 'The project already has accounts or records; restore into a new one.',
    })
  })
})
