import { createServer, request } from 'node:http'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inDatabase, startPostgres } from '@giftwell/tooling/database/start-postgres.ts'
import type { SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientsOf, type SiteClients, tokenOf } from '../testing/clients-of.ts'
import { isFullRun } from '../testing/rounds.ts'
import { allNames, type SiteProcess, startSite } from '../testing/site-process.ts'
import { startBucket } from '../testing/start-bucket.ts'
import { administrator, startTestServer } from '../testing/test-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { portOf } from '../testing/port-of.ts'
import { startSmtpServer } from '../testing/start-smtp-server.ts'
import { createActor, createReport } from '../verify/check.ts'
import { checkFunctions, checkTables } from '../verify/rights-checks.ts'

// Three servers on one database and bucket, each with an empty data folder, behind a proxy that takes them in turn.

const kills = 20
const stack = new AsyncDisposableStack()
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
/** The recipients and subjects of the messages that the SMTP server has accepted. */
const messages = (): string[] =>
  smtp.received.map(({ to, data }) => `${to} ${/^Subject: (.*)/m.exec(data)?.[1]}`)
let folder: string
let env: Record<string, string>
let servers: SiteProcess[] = []
let site: string
/** The clients of the site, whose requests go to the servers in turn. */
let clients: SiteClients
let skipped: string | null = null

beforeAll(async () => {
  const started = await startPostgres()
  if ('skipped' in started) {
    skipped = started.skipped
    return
  }
  stack.use(started)
  folder = stack.use(await temporaryFolder()).path
  const bucket = await startBucket(join(folder, 'bucket'))
  stack.defer(bucket.close)
  smtp = await startSmtpServer()
  stack.defer(smtp.close)
  env = {
    DATABASE_URL: started.url,
    STORAGE_URL: bucket.url,
    SMTP_URL: smtp.url,
    TRUSTED_PROXY: '127.0.0.1',
    CONFIRM_EMAIL: '0',
  }
  // At once, so that one makes the tables, keys and administrator, and the others wait for it.
  servers = await Promise.all([0, 1, 2].map(start))
  stack.defer(async () => {
    for (const { child } of servers) child.process.kill('SIGTERM')
    await Promise.all(servers.map(async ({ child }) => child.ended))
  })
  site = await startProxy()
  clients = await clientsOf(site)
}, 240_000)
afterAll(async () => stack.disposeAsync(), 60_000)

async function onDatabase(statement: string): Promise<void> {
  const sql = postgres(env['DATABASE_URL'] ?? '', { max: 1 })
  await sql.unsafe(statement)
  await sql.end()
}

async function start(number: number): Promise<SiteProcess> {
  return startSite(join(folder, String(number)), env)
}

/** A proxy that gives each request to the next server, and answers 502 where that is away. */
async function startProxy(): Promise<string> {
  let turn = 0
  const proxy = createServer((incoming, outgoing) => {
    turn += 1
    const { hostname, port } = new URL(servers[turn % servers.length]?.url ?? '')
    const { method, url: path, headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': '192.0.2.7' }
    incoming.pipe(
      request({ hostname, port, method, path, headers: forwarded }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
      }).on('error', () => {
        if (outgoing.headersSent) outgoing.destroy()
        else outgoing.writeHead(502).end()
      }),
    )
  })
  const port = await portOf(proxy)
  stack.defer(async () => {
    proxy.closeAllConnections()
    await new Promise((resolve) => {
      proxy.close(resolve)
    })
  })
  return `http://127.0.0.1:${port}`
}

it('a session is valid at every server, and each shows at once what another has changed', async ({
  skip,
}) => {
  if (skipped !== null) return skip(skipped)
  const admin = await clients.signedIn(administrator)
  const shown = async ({ url, client: clientOf }: SiteProcess): Promise<unknown> => {
    const { data } = await clientOf().rpc('catalogue_filters')
    return url && JSON.stringify(data)
  }
  // Each has cached it.
  for (const server of servers) expect(await shown(server)).not.toContain('Shared lamps')
  const { error } = await admin.from('themes').insert({ name: 'Shared lamps' })
  expect(error).toBeNull()
  for (const server of servers) {
    // A notification takes a moment; the cache alone ten seconds.
    await expect.poll(async () => shown(server), { timeout: 3000, interval: 20 }).toContain('Shared lamps')
  }
})

it('of two administrators who save one product at two servers, one gets 409', async ({ skip }) => {
  if (skipped !== null) return skip(skipped)
  const [one, other] = await Promise.all([servers[0]?.admin(), servers[1]?.admin()])
  const save = async (client: SupabaseClient | undefined, edited: object) =>
    client?.rpc('save_product', {
      product: { name: 'Lamp' },
      industry_tag_ids: [],
      theme_ids: [],
      doctor_type_tag_ids: [],
      ...edited,
    })
  const made = await save(one, {})
  const edited = { product_id: made?.data.id, product_version: 1 }
  const saves = await Promise.all([save(one, edited), save(other, edited)])
  expect(saves.map((answer) => answer?.error?.code ?? 'saved').toSorted()).toEqual(['PT409', 'saved'])
})

it('each e-mail is sent once, whichever server sends it', { timeout: 60_000 }, async ({ skip }) => {
  if (skipped !== null) return skip(skipped)
  const visitor = clients.client()
  const addresses = Array.from({ length: 20 }, (_, number) => `${number}@once${number}.test`)
  await Promise.all(
    addresses.map(async (email) => {
      const { error } = await visitor
        .from('leads')
        .insert({ name: 'Asha', company: email, email, phone: '1' })
      expect(error).toBeNull()
    }),
  )
  const sent = (): string[] => messages().filter((message) => /@once\d+\.test/.test(message))
  await expect.poll(() => new Set(sent()).size, { timeout: 50_000, interval: 100 }).toBe(addresses.length)
  expect(sent()).toHaveLength(addresses.length)
})

it('wrong passwords at all servers count together', async ({ skip }) => {
  if (skipped !== null) return skip(skipped)
  const visitor = clients.client()
  const statuses: (number | undefined)[] = []
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    const { error } = await visitor.auth.signInWithPassword({
      email: 'guess@acme.test',
      password: `no ${attempt}`,
    })
    statuses.push(error?.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
})

it(
  'each role may do with each table and function at any server what it may at one',
  { timeout: 300_000 },
  async ({ skip }) => {
    if (skipped !== null) return skip(skipped)
    const admin = await clients.signedIn(administrator)
    const signUp = async (name: string): Promise<SupabaseClient> => {
      const visitor = clients.client()
      const { error } = await visitor.auth.signUp({ email: `${name}@matrix.test`, password: 'open sesame' })
      expect(error).toBeNull()
      return visitor
    }
    const customer = await signUp('customer')
    const sales = await signUp('sales')
    const { data } = await sales.auth.getUser()
    // As an accepted invitation does.
    await onDatabase(`select private.assign_role('${data.user?.id}', 'sales')`)
    const all = [
      createActor('visitor', site, clients.publishableKey, null),
      createActor('sales', site, clients.publishableKey, await tokenOf(sales)),
      createActor('customer', site, clients.publishableKey, await tokenOf(customer)),
      createActor('administrator', site, clients.publishableKey, await tokenOf(admin)),
    ]
    // What each role may do is the same at one server (verify/verify.test.ts): here one shows that the servers agree.
    const actors = isFullRun ? all : all.filter(({ role }) => role === 'sales')
    const report = createReport(() => true)
    for (const actor of actors) {
      await checkTables(report.under('database'), actor)
      // An administrator may call all of them, which changes the site.
      if (actor.role !== 'administrator') await checkFunctions(report.under('database'), actor)
    }
    expect(report.lines.filter((line) => line.startsWith('FAULT'))).toEqual([])
    for (const { role } of actors) {
      expect(report.lines.filter((line) => line.startsWith(`ok     ${role} `)).length).toBeGreaterThan(40)
    }
  },
)

it(
  'a server of the version before serves on while a newer one migrates the database, and cannot start on it again',
  {
    timeout: 240_000,
  },
  async ({ skip }) => {
    if (skipped !== null) return skip(skipped)
    await onDatabase('create database versions')
    const settings = { ...env, DATABASE_URL: inDatabase(env['DATABASE_URL'] ?? '', 'versions') }
    const old = await startTestServer({ ...settings, DATA_DIR: join(folder, 'old') })
    const insert = async (name: string) =>
      old
        .client()
        .from('leads')
        .insert({ name, company: name, email: `${name}@versions.test`, phone: '1' })
    expect((await insert('before')).error).toBeNull()
    const newer = join(folder, 'newer')
    await cp(new URL('../../../../supabase/migrations', import.meta.url), newer, { recursive: true })
    await writeFile(
      join(newer, '29991231235959_later.sql'),
      `alter table public.leads add column later text; comment on table public.themes is 'Later';`,
    )
    const sending: Promise<unknown>[] = []
    const timer = setInterval(
      () => sending.push(insert(`during-${sending.length}`).then(({ error }) => error)),
      200,
    )
    const next = await startTestServer(
      { ...settings, DATA_DIR: join(folder, 'next') },
      { migrationsFolder: newer },
    )
    clearInterval(timer)
    expect((await Promise.all(sending)).filter((error) => error !== null)).toEqual([])
    expect((await insert('after')).error).toBeNull()
    // Both show what the other stores.
    await (await old.signedIn(administrator)).from('themes').insert({ name: 'By the old one' }).throwOnError()
    await (
      await next.signedIn(administrator)
    )
      .from('themes')
      .insert({ name: 'By the new one' })
      .throwOnError()
    for (const server of [old, next]) {
      const { data } = await (
        await server.signedIn(administrator)
      )
        .from('themes')
        .select('name')
        .order('name')
      expect(data).toEqual([{ name: 'By the new one' }, { name: 'By the old one' }])
    }
    await old.close()
    await expect(startTestServer({ ...settings, DATA_DIR: join(folder, 'old') })).rejects.toThrow(
      'The database was used by a newer version of Giftwell (it has the migration 29991231235959)',
    )
    const { count } = await (
      await next.signedIn(administrator)
    )
      .from('leads')
      .select('id', { count: 'exact', head: true })
    expect(count).toBe(sending.length + 2)
    await next.close()
  },
)

it(
  `${kills} kills of a server lose no acknowledged inquiry and no e-mail, and double no inquiry`,
  { tags: 'full', timeout: 60_000 + kills * 60_000 },
  async ({ skip }) => {
    if (skipped !== null) return skip(skipped)
    const acknowledged: string[] = []
    const over = new AbortController()
    const visitor = clients.client()
    /** Sends one inquiry after another, each again until it is acknowledged, as the website does. */
    const send = async (sender: number): Promise<void> => {
      for (let number = 0; !over.signal.aborted; number += 1) {
        const name = `lead ${sender}-${number}`
        const email = `${sender}-${number}@acme${sender % 7}-${number % 90}.test`
        for (;;) {
          const { error } = await visitor.from('leads').insert({ name, company: 'Acme', email, phone: '1' })
          if (error === null) break
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        acknowledged.push(name)
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
    }
    const sending = Promise.all([1, 2, 3].map(send))
    for (let kill = 0; kill < kills; kill += 1) {
      const number = kill % servers.length
      const before = acknowledged.length
      await expect
        .poll(() => acknowledged.length, { interval: 5, timeout: 60_000 })
        .toBeGreaterThan(before + 4)
      const killed = servers[number]?.child
      killed?.process.kill('SIGKILL')
      await killed?.ended
      servers[number] = await start(number)
    }
    over.abort()
    await sending
    const admin = await clients.signedIn(administrator)
    const stored = await allNames(admin, 'leads')
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([])
    const { count } = await admin
      .from('leads')
      .select('id', { count: 'exact', head: true })
      .like('email', '%@acme%')
    expect(count).toBe(acknowledged.length)
    // E-mails that a killed server had taken are sent by another two minutes later; the others are sent once.
    await expect
      .poll(() => new Set(messages().filter((message) => message.includes('@acme'))).size, {
        timeout: 150_000,
        interval: 200,
      })
      .toBe(acknowledged.length)
    const doubled = messages().length - new Set(messages()).size
    expect(doubled, 'e-mails that were sent as their server was killed').toBeLessThanOrEqual(kills * 5)
  },
)
