import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sendCommand } from '../accounts/control-channel.ts'
import { dataFolderAt } from '../data-folder/data-folder.ts'
import { readMigrationState } from '../database/migrations.ts'
import { sharedServer } from '../testing/shared-server.ts'
import { administrator, startTestServer } from '../testing/test-server.ts'
import { createHealth, startingHealthResponse } from './health.ts'

const repository = join(import.meta.dirname, '../../../..')

describe('/healthz', () => {
  const server = sharedServer()

  it('/healthz reports ready, the version and the migrations', async () => {
    const answer = await fetch(`${server.url}/healthz`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const migrations = (await readdir(join(repository, 'supabase/migrations'))).filter((name) =>
      name.endsWith('.sql'),
    )
    const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
      version: string
    }
    const newest = migrations.toSorted().at(-1)?.slice(0, 14)
    // The introspection after the start may occupy the database.
    await expect
      .poll(async () => (await fetch(`${server.url}/healthz`)).json())
      .toEqual({ status: 'ready', version, migrations: { applied: migrations.length, newest } })
  })

  it('/healthz answers HEAD without a body and rejects other methods', async () => {
    const head = await fetch(`${server.url}/healthz`, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('cache-control')]).toEqual([200, '', 'no-store'])
    expect((await fetch(`${server.url}/healthz`, { method: 'POST' })).status).toBe(405)
  })

  it('/healthz reports within its timeout that the database is blocked, and later that it is ready', async () => {
    const health = createHealth(async () => readMigrationState(server.database!), { timeoutMs: 50 })
    const ask = async (): Promise<unknown> => (await health(new Request('http://test/healthz'))).json()
    await server.database!.transaction(async () => {
      const answers = [await ask(), await ask()]
      for (const answer of answers) expect(answer).toMatchObject({ status: 'unavailable', migrations: null })
    })
    await expect.poll(ask).toMatchObject({ status: 'ready' })
  })

  it('/healthz reports busy with 200 while a backup blocks the database', async () => {
    const { control } = dataFolderAt(server.dataFolder)
    // The snapshot waits for this transaction; until then the database is blocked.
    const [order, answer] = await server.database!.transaction(async () => {
      const given = sendCommand(control, { action: 'snapshot' })
      return [given, await fetch(`${server.url}/healthz`)] as const
    })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: 'busy', version: expect.any(String), migrations: null },
    ])
    const [snapshot = ''] = (await order) ?? []
    await rm(snapshot, { recursive: true })
    expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ status: 'ready' })
  })

  it('/healthz is degraded with 200 and a reason without a path after a write that the disk did not take', async () => {
    await server.database!.transaction(async (session) =>
      session.run(`
        create function private.fill_disk() returns trigger language plpgsql as $$
        begin raise exception using errcode = 'disk_full', message = 'could not extend file "base/5/1": No space'; end $$;
        create trigger fills before insert on public.themes for each row execute function private.fill_disk();`),
    )
    const admin = await server.signedIn(administrator)
    expect((await admin.from('themes').insert({ name: 'Diwali' })).status).toBe(503)
    const answer = await fetch(`${server.url}/healthz`)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'degraded',
        version: expect.any(String),
        migrations: expect.anything(),
        reason: 'A write failed within the last minute.',
      },
    ])
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('\ngiftwell_degraded 1\n')
  })
})

it('/healthz is degraded while a full disk occupies the database, and when the disk does not respond', async () => {
  const occupied = { timeoutMs: 50, isBusy: () => true }
  const ask = async (
    options: Parameters<typeof createHealth>[1],
    read = async () => new Promise<null>(() => {}),
  ) => {
    const answer = await createHealth(read, options)(new Request('http://test/healthz'))
    return [answer.status, await answer.json()]
  }
  const reason = 'The disk is nearly full.'
  const degraded = expect.objectContaining({ status: 'degraded', reason })
  expect(await ask({ ...occupied, problem: async () => reason })).toEqual([200, degraded])
  expect(await ask(occupied)).toEqual([200, expect.objectContaining({ status: 'busy' })])
  expect(await ask({ timeoutMs: 50, problem: async () => new Promise(() => {}) }, async () => null)).toEqual([
    200,
    expect.objectContaining({ status: 'degraded', reason: 'The disk does not respond.' }),
  ])
})

it('concurrent probes of /healthz share one query', async () => {
  let asked = 0
  const health = createHealth(async () => {
    asked += 1
    return { applied: 1, newest: '1' }
  })
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => health(new Request('http://test/healthz'))),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(asked).toBe(1)
})

it('/healthz is 503 while the site starts', async () => {
  const answer = startingHealthResponse(new Request('http://test/healthz'))
  expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await answer?.json()).toMatchObject({ status: 'starting' })
  expect(startingHealthResponse(new Request('http://test/'))).toBeNull()
})

it('/healthz is this server’s own with a hosted project', async () => {
  const server = await startTestServer({
    SUPABASE_URL: 'https://project.supabase.test/',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_hosted',
  })
  expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({
    status: 'ready',
    migrations: null,
  })
  await server.close()
})
