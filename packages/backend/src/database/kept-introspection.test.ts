import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, temporaryFolder, type TestServer } from '../testing/test-server.ts'
import type { Database } from './database.ts'
import { keepIntrospection } from './kept-introspection.ts'

let temporary: Awaited<ReturnType<typeof temporaryFolder>>
let env: { readonly DATA_DIR: string }
let kept: string

beforeAll(async () => {
  temporary = await temporaryFolder()
  env = { DATA_DIR: join(temporary.path, 'data') }
  kept = join(env.DATA_DIR, 'schema.json')
})
afterAll(async () => temporary.remove())

async function during<Result>(work: (server: TestServer) => Promise<Result>): Promise<Result> {
  const server = await startTestServer(env)
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

const statusOf = async (table: string): Promise<number> =>
  during(async (server) => (await server.client().from(table).select('id')).status)

/** As if the last look had seen no products. */
async function forgetProducts(): Promise<void> {
  const text = await readFile(kept, 'utf8')
  await writeFile(
    kept,
    text.replaceAll(String.raw`\"name\":\"products\"`, String.raw`\"name\":\"forgotten\"`),
  )
}

// One data folder goes through its life in these tests, in this order.
test('What the library has seen of the tables is kept for the owner of the folder alone', async () => {
  expect(await statusOf('products')).toBe(200)
  expect((await stat(kept)).mode & 0o777).toBe(0o600)
})

test('A later start takes it from there', async () => {
  await forgetProducts()
  expect(await statusOf('products')).toBe(404)
})

test('It counts no longer once a table was made, changed or dropped', async () => {
  const changes = [
    'create table public.notes (id int primary key); grant select on public.notes to anon',
    'alter table public.notes add column words text',
    'alter table public.notes drop column words',
    'drop table public.notes',
  ]
  for (const change of changes) {
    await during(async ({ database }) => database?.transaction(async ({ run }) => run(change)))
    await forgetProducts()
    expect(await statusOf('products'), change).toBe(200)
    expect(await statusOf('notes'), change).toBe(change.startsWith('drop') ? 404 : 200)
  }
})

test('Rows that come and go are no change of it', async () => {
  const write = `insert into public.themes (name) values ('Festive'); delete from public.themes`
  await during(async ({ database }) => database?.transaction(async ({ run }) => run(write)))
  await forgetProducts()
  expect(await statusOf('products')).toBe(404)
})

test('A file that was cut short counts for nothing', async () => {
  await writeFile(kept, (await readFile(kept, 'utf8')).slice(0, 5000))
  expect(await statusOf('products')).toBe(200)
})

test('Several who ask at once have the library look once', async () => {
  const introspect = vi.fn(async () => new Promise((resolve) => setImmediate(resolve)))
  const connection = { introspect }
  // Nothing else of a database is asked here.
  const database = { connection } as unknown as Database
  keepIntrospection(database, null)
  const ask = async (): Promise<unknown> => database.connection.introspect({ useCache: true })
  await Promise.all([ask(), ask(), ask()])
  expect(introspect).toHaveBeenCalledTimes(1)
  await ask()
  expect(introspect).toHaveBeenCalledTimes(2)
})
