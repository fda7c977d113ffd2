import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createOwnedDatabase } from '@giftwell/tooling/database/start-postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOrMakeSecrets } from './data-folder/secrets.ts'
import { testedPostgres } from './testing/tested-databases.ts'
import { type Child, startChild } from './testing/child-process.ts'
import { pngPicture } from './testing/picture.ts'
import { administrator, startTestServer, type TestServer } from './testing/test-server.ts'
import { sharedFolder } from './testing/shared-folder.ts'

const postgres = await testedPostgres()
const { skipReason } = postgres
// Its owner has no other right, as on a hosted project.
const url = skipReason === '' ? (await createOwnedDatabase(postgres.url, 'giftwell')).href : ''

describe.skipIf(skipReason)('the backend on a PostgreSQL server', { meta: { skipReason } }, () => {
  const temporary = sharedFolder()
  let servers: TestServer[]
  const seeded: string[] = []
  const keysOf = (name: string): string => join(temporary.path, name, 'secrets.json')

  beforeAll(async () => {
    for (const name of ['one', 'other']) await mkdir(join(temporary.path, name))
    await readOrMakeSecrets(keysOf('one'))
    await copyFile(keysOf('one'), keysOf('other'))
    // Two servers begin at the same instant on an empty database.
    servers = await Promise.all(
      ['one', 'other'].map(async (name) => {
        return startTestServer(
          { DATABASE_URL: url, SEED: 'demo', DATA_DIR: join(temporary.path, name) },
          {
            async loadDemo({ query }) {
              seeded.push(name)
              await query(
                `insert into products (name, is_sample, is_featured) values ('Brass lamp', true, true)`,
                [],
              )
            },
          },
        )
      }),
    )
  })
  afterAll(async () => {
    await Promise.all(servers.map(async (server) => server.close()))
  })

  it('two servers that start at once on an empty database initialise it once, and both serve it', async () => {
    expect(seeded).toHaveLength(1)
    expect(
      servers.flatMap(({ logged }) => logged.filter((line) => line.startsWith('made the administrator'))),
    ).toHaveLength(1)
    for (const server of servers) {
      expect((await server.client().from('products').select('name')).data).toEqual([{ name: 'Brass lamp' }])
      await server.signedIn(administrator)
    }
  })

  it('a server with other keys is refused in one sentence, and the first ones go on', async () => {
    await expect(
      startTestServer({ DATABASE_URL: url, DATA_DIR: join(temporary.path, 'lost') }),
    ).rejects.toThrow(
      `The keys in ${keysOf('lost')} are not those of the database: another data folder (DATA_DIR) belongs to it. Copy secrets.json and storage from that folder or its backup (docs/deploy.md); if both are lost, run "npm run admin -- accept-keys" and start again.`,
    )
    for (const server of servers) await server.signedIn(administrator)
    await copyFile(keysOf('one'), keysOf('lost'))
    const found = await startTestServer({ DATABASE_URL: url, DATA_DIR: join(temporary.path, 'lost') })
    await found.close()
  })

  it('values of filters are read as text', async () => {
    const read = servers[0]!.client().from('products').select('name', { count: 'exact' })
    const { data, count } = await read
      .or(String.raw`name.ilike."%brass*",name.eq."a\"b (c"`)
      .neq('name', 'null')
    expect([data, count]).toEqual([[{ name: 'Brass lamp' }], 1])
  })

  it('an inquiry is stored and shown to administrators', async () => {
    const [one, other] = servers
    const lead = {
      name: 'Asha',
      company: 'Acme',
      email: 'asha@acme.test',
      phone: '1',
      selected_products: ['Brass lamp'],
    }
    expect((await one!.client().from('leads').insert(lead)).error).toBeNull()
    const admin = await other!.signedIn(administrator)
    const { data } = await admin.from('leads').select()
    expect(data).toEqual([expect.objectContaining(lead)])
    expect(data?.[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
    expect((await other!.client().from('leads').select()).error?.code).toBe('42501')
  })

  it('violated rules get the same response as on the embedded database', async () => {
    const { error, status } = await servers[0]!
      .client()
      .from('leads')
      .insert({ name: 'Asha', company: 'Acme', email: 'nobody', phone: '1' })
    expect([status, error?.code]).toEqual([400, '23514'])
  })

  it('sign-up works by e-mail', async () => {
    const server = servers[0]!
    const person = { email: 'person@giftwell.test', password: 'open sesame' }
    await server.client().auth.signUp({ ...person, options: { emailRedirectTo: `${server.url}/catalogue` } })
    expect((await server.press((await server.mails()).at(-1))).error).toBeNull()
    await server.signedIn(person)
  })

  it('images are stored in the data folder', async () => {
    const server = servers[0]!
    const bucket = (await server.signedIn(administrator)).storage.from('product-images')
    const file = pngPicture()
    expect((await bucket.upload('0.5.png', file)).error).toBeNull()
    expect((await bucket.upload('0.5.png', file)).error).toMatchObject({ statusCode: '409' })
    const stored = await fetch(bucket.getPublicUrl('0.5.png').data.publicUrl)
    expect(await stored.bytes()).toEqual(await file.bytes())
  })

  it('concurrent requests have their own roles', async () => {
    const server = servers[0]!
    const clients = [server.client(), await server.signedIn(administrator)]
    const counts = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { data } = await clients[index % 2]!.from('leads').select('id').limit(1)
        return data?.length ?? -1
      }),
    )
    expect(counts).toEqual(Array.from({ length: 40 }, (_, index) => [-1, 1][index % 2]))
  })

  it('the admin command works without a server', { tags: 'full' }, async () => {
    const command = async (...words: string[]): Promise<{ status: unknown; child: Child }> => {
      const child = startChild('admin-command.ts', words, {
        DATABASE_URL: url,
        DATA_DIR: join(temporary.path, 'none'),
      })
      return { status: await child.ended, child }
    }
    const listed = await command('list')
    expect([listed.status, listed.child.out]).toEqual([0, [administrator.email]])
    const unknown = await command('grant', 'nobody@giftwell.test')
    expect([unknown.status, unknown.child.err]).toEqual([
      1,
      ['There is no account with the e-mail address nobody@giftwell.test.'],
    ])
  })

  it('an unreachable server fails the start with one sentence without the password', async () => {
    for (const [address, sentence] of [
      ['postgres://postgres:hidden@127.0.0.1:1/postgres', 'it does not answer (ECONNREFUSED)'],
      [url.replace(/:[^:@]+@/, ':hidden@'), 'it refuses the user or the password'],
      [url.replace(/[^/]+$/, 'nowhere'), 'it has no such database'],
    ] as const) {
      await expect(startTestServer({ DATABASE_URL: address })).rejects.toThrow(
        `The PostgreSQL server of DATABASE_URL cannot be used: ${sentence}.`,
      )
    }
  })
})
