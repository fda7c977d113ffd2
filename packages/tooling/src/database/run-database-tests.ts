import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { ensureSystemSchema } from '@giftwell/backend/database/system-schema.ts'
import { readMigrations } from '../repository/released-migrations.ts'
import { repositoryRoot } from '../repository-root.ts'
import { firstLine, writeSum } from '../system/sum.ts'
import { endWithParent } from '../system/run-program.ts'
import { openEmbeddedDatabase, pgtapScript, prepareDatabase } from './embedded-database.ts'
import { compareTypes } from './generate-types.ts'
import { createOwnedDatabase, inDatabase, startPostgres } from './start-postgres.ts'
import { embeddedSession, type Outcome, runSqlTests, serverSession } from './run-sql-tests.ts'
import { differencesFromSchemas } from './schema-files.ts'
import { findSupabaseCli, runSupabaseCli } from './supabase-cli.ts'

// Runs the tests of the database on the embedded one and on a PostgreSQL server, asks the official command line for its
// advice on the schema, and compares the types, and the database of the migrations with that of the schemas. Arguments
// choose among the test files by parts of their paths.

endWithParent()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const filters = process.argv.slice(2)
const isWholeOnBoth = process.env['TEST_FULL'] === '1' || filters.length > 0
/** Parts of the names of the files on what may differ between the engines: roles, words and their order, JSON. */
const onBoth = [
  'accounts',
  'call_as',
  'catalogue',
  'lists',
  'normalizing',
  'permissions',
  'search',
  'storage',
  'teams',
]
/** A case that passes on both databases counts once. */
const passed = new Set<string>()
const failures: string[] = []
const skipped: string[] = []
const log = (line: string) => console.error(line)

function add(outcome: Outcome): void {
  for (const name of outcome.passed) passed.add(name)
  failures.push(...outcome.failures)
}

function skip(reason: string): void {
  skipped.push(reason)
  log(`SKIPPED ${reason}`)
}

/** A check that passes when it finds no fault. */
async function check(name: string, findFault: () => Promise<string>): Promise<void> {
  const fault = await findFault().catch((error: unknown) => String(error))
  add(fault ? { passed: [], failures: [`${name}: ${fault}`] } : { passed: [name], failures: [] })
  log(fault ? `FAILED ${name}: ${fault}` : `${name}: passed`)
}

const cli = findSupabaseCli()
log('Starting a PostgreSQL server ...')
const starting = startPostgres(log)
const migrating = startMigrated()

/** The server and the address of its migrated database with the owner. */
async function startMigrated() {
  const server = await starting
  if ('skipped' in server) return server
  try {
    const { href: owner } = await createOwnedDatabase(server.url, 'giftwell')
    await migrate(owner)
    return { server, owner }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function testEmbedded(): Promise<void> {
  // The embedded database holds this process for seconds, in which a connection to the server would time out.
  await Promise.allSettled([migrating])
  log('Preparing the embedded database ...')
  await using embedded = await openEmbeddedDatabase()
  if ('skipped' in cli) skip(`the types are not compared: ${cli.skipped}`)
  else {
    await check('database.types.ts is current', async () =>
      (await compareTypes(cli.program, embedded.pglite)).areCurrent ? '' : 'run `npm run types`',
    )
  }
  await check('the migrations and supabase/schemas make the same database', async () =>
    (await differencesFromSchemas(embedded.pglite, true)).join('\n'),
  )
  const run = embeddedSession(embedded.pglite)
  await run(`begin; set local search_path = extensions; ${await pgtapScript()}; commit;`)
  const isPart = !isWholeOnBoth && !('skipped' in (await starting))
  if (isPart) skip('what does not differ on the embedded database: only npm run test:full runs it there, too')
  add(await runSqlTests({ database: 'the embedded database', run, filters: isPart ? onBoth : filters, log }))
}

async function testPostgres(): Promise<void> {
  const migrated = await migrating
  if ('skipped' in migrated) return skip(migrated.skipped)
  await using server = migrated.server
  const { owner } = migrated
  // The actions forbidden to an owner without further rights.
  const superuserUrl = inDatabase(server.url, 'giftwell')
  await using superuser = serverSession(superuserUrl)
  const [version] = await superuser.run(`select split_part(version(), ' ', 2)`)
  // Where a hosted project keeps its extensions, and looks for them.
  await superuser.run('alter database giftwell set search_path = "$user", public, extensions')
  await superuser.run('create extension plpgsql_check with schema extensions')
  await advise(superuserUrl)
  await superuser.run('create extension pgtap with schema extensions')
  await superuser.run('create role sign_up_service; grant sign_up_service to giftwell')
  await using session = serverSession(owner)
  const database = `PostgreSQL ${version} as the database's owner`
  add(await runSqlTests({ database, run: session.run, filters, log }))
}

/** Pushes the migrations with the official command line, as to a hosted project, where there is one. */
async function migrate(url: string): Promise<void> {
  {
    await using database = await openPostgres(url)
    if ('skipped' in cli) return await prepareDatabase(database)
    await database.transaction(ensureSystemSchema)
  }
  await runSupabaseCli(cli.program, ['db', 'push', '--yes', `--workdir=${repositoryRoot}`], url)
  await using database = await openPostgres(url)
  await check('the backend accepts the migrations as the CLI records them', async () => {
    await prepareDatabase(database)
    return ''
  })
  await check('the statement in docs/deploy.md finds the sums of the released migrations', async () => {
    const document = await readFile(join(repositoryRoot, 'docs/deploy.md'), 'utf8')
    const statement = /select version \|\| .+? order by version;/s.exec(document)?.[0] ?? ''
    const { rows } = await database.query(statement)
    const found = new Map(rows.map((row) => [row['file'], row['sum']]))
    const { released } = await readMigrations()
    return Object.keys(released)
      .filter((file) => found.get(file) !== released[file])
      .join()
  })
}

/** The advice of the official command line on the schema as the migrations make it: there must be none. */
async function advise(url: string): Promise<void> {
  if ('skipped' in cli) {
    skip(`no advisors: ${cli.skipped}`)
    return skip(`no lint: ${cli.skipped}`)
  }
  for (const command of [
    ['db', 'advisors', '--type', 'all', '--level', 'warn'],
    ['db', 'lint', '--schema', 'public,private', '--level', 'warning'],
  ]) {
    await check(`supabase ${command.slice(0, 2).join(' ')}`, async () => {
      const advice = (await runSupabaseCli(cli.program, command, url)).trim()
      return /^(|\[\]|null|No (issues|schema errors) found)$/.test(advice) ? '' : advice
    })
  }
}

// One works in this process and one in a server, so two processors have both done sooner.
await Promise.all(
  [testEmbedded, testPostgres].map(async (test) => {
    try {
      await test()
    } catch (error) {
      failures.push(`${test.name}: ${error instanceof Error ? error.stack : String(error)}`)
      log(`FAILED ${failures.at(-1)}`)
    }
  }),
)
process.exitCode = failures.length > 0 ? 1 : 0
await writeSum({
  passed: passed.size,
  failed: failures.length,
  failures: failures.map((failure) => firstLine(failure)),
  skipped,
})
