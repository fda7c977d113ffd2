import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuthError, SupabaseClient } from '@supabase/supabase-js'
import { readSettings } from '../settings.ts'
import { type RunningServer, type ServerOptions, startServer } from '../start-server.ts'
import { dataFolderAt } from '../data-folder/data-folder.ts'
import { clientsOf, type SiteClients } from './clients-of.ts'
import { copyEmptyDatabase, copyMigratedDatabase, copyPreparedDatabase } from './prepared-database.ts'
import { hashQuickly } from './quick-hashing.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The administrator of every test server. */
export const administrator = { email: 'admin@giftwell.test', password: 'correct horse battery' }

/** An e-mail in the mail folder. */
export interface SentMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A server in this process with its own folder and port. */
export interface TestServer extends RunningServer, SiteClients {
  readonly dataFolder: string
  /** The server's output, in lines. */
  readonly logged: readonly string[]
  /** The messages so far, oldest first; those to an address, where one is named. */
  mails(to?: string): Promise<SentMail[]>
  /** Does what the page of a message's link does when its button is pressed; without an error the client is signed in. */
  press(mail: SentMail | undefined): Promise<{ client: SupabaseClient; error: AuthError | null }>
}

/** A website of a few small files. */
export async function fixtureSite(folder: string): Promise<string> {
  const site = join(folder, 'site')
  for (const name of ['assets', 'q']) await mkdir(join(site, name), { recursive: true })
  await writeFile(
    join(site, 'index.html'),
    '<!doctype html><html lang="en-IN"><title>Giftwell</title><noscript><span data-site>Giftwell</span></noscript>',
  )
  await writeFile(
    join(site, 'q', 'index.html'),
    '<!doctype html><title>Quotation</title><link rel="preload" href="/config.json" as="fetch">',
  )
  await writeFile(join(site, 'assets', 'index-a1b2c3.js'), 'console.log("plain")')
  await writeFile(join(site, 'assets', 'index-a1b2c3.js.br'), 'packed by brotli')
  await writeFile(join(site, 'assets', 'index-a1b2c3.js.gz'), 'packed by gzip')
  await writeFile(join(site, 'robots.txt'), 'User-agent: *')
  return site
}

/** The variables of servers without an embedded database. */
const otherDatabaseVariables = ['DATABASE_URL', 'SUPABASE_URL'] as const

/** The variables that change what a first start makes. */
const firstStartVariables = ['SEED', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const

/**
 * Copies the prepared database; one without data where a test needs another first start, and without tables where it
 * has migrations of its own.
 */
export async function skipFirstStart(
  dataFolder: string,
  env: Readonly<Record<string, string>>,
  migrationsFolder?: string,
): Promise<void> {
  const isSet = (name: string) => (env[name] ?? '') !== ''
  if (otherDatabaseVariables.some(isSet)) return
  const { database } = dataFolderAt(dataFolder)
  if (migrationsFolder !== undefined) return copyEmptyDatabase(database)
  if (firstStartVariables.some(isSet)) return copyMigratedDatabase(database)
  await copyPreparedDatabase(dataFolder, async (original) => {
    await copyMigratedDatabase(dataFolderAt(original).database)
    const settings = readSettings({ ...usual, DATA_DIR: original })
    const siteFolder = await fixtureSite(join(original, '..'))
    const server = await startServer(settings, { siteFolder, log: () => undefined })
    const quickHash = await hashQuickly(administrator.password)
    await server.database?.query('update auth.users set encrypted_password = $1 where email = $2', [
      quickHash,
      administrator.email,
    ])
    // Each copy has keys of its own.
    await server.database?.query(`delete from backend.progress where step = 'keys'`)
    await server.close()
  })
}

/** The options of a test server. Only a power cut differs where writes are not flushed to the disk (faults/power-cut.test.ts). */
const usual = {
  PORT: '0',
  DURABLE_WRITES: '0',
  SEED: 'empty',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
}

/** Starts a server, by default with an empty catalogue and the project's migrations. */
export async function startTestServer(
  env: Readonly<Record<string, string>> = {},
  options: ServerOptions = {},
): Promise<TestServer> {
  const folder = await temporaryFolder()
  const dataFolder = env['DATA_DIR'] ?? join(folder.path, 'data')
  const logged: string[] = []
  const settings = readSettings({ ...usual, DATA_DIR: dataFolder, ...env })
  await skipFirstStart(dataFolder, env, options.migrationsFolder)
  const siteFolder = await fixtureSite(folder.path)
  const server = await startServer(settings, { siteFolder, log: (line) => logged.push(line), ...options })
  const clients = await clientsOf(server.url)
  return {
    ...server,
    ...clients,
    dataFolder,
    logged,
    mails: async (to) => mailsIn(join(dataFolder, 'mail'), to),
    async press(mail) {
      const { searchParams } = linkIn(mail)
      const [token, type] = [searchParams.get('token_hash') ?? '', searchParams.get('type') ?? '']
      const arrived = clients.client()
      const { error } = await arrived.auth.verifyOtp({ token_hash: token, type })
      return { client: arrived, error }
    },
    async close() {
      await server.close()
      await folder.remove()
    },
  }
}

async function mailsIn(folder: string, to = ''): Promise<SentMail[]> {
  // A file is named by its time and its address.
  const names = (await readdir(folder)).filter((name) => name.endsWith(`${to}.json`)).toSorted()
  return Promise.all(
    // Written by the backend.
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as SentMail),
  )
}

/** The link of a message. */
export function linkIn(mail: SentMail | undefined): URL {
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? 'about:blank')
}
