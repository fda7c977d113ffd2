import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPostgres } from '@giftwell/backend/database/open-postgres.ts'
import { ensureSystemSchema } from '@giftwell/backend/database/system-schema.ts'
import { endWithParent } from '../end-with-parent.ts'
import { callAsAuthenticator } from './call-as-authenticator.ts'
import { generateTypes, readTypes } from './database-types.ts'
import { migrationSums } from '../repository/released-migrations.ts'
import { repositoryRoot } from '../repository-root.ts'
import { openEmbeddedDatabase } from './open-embedded-database.ts'
import { createOwnedDatabase, inDatabase } from './owned-database.ts'
import { pgtapScript } from './pgtap-script.ts'
import { prepareDatabase } from './prepare-database.ts'
import { firstLine, writeSum } from '../system/sum.ts'
import { type Outcome, runSqlTests } from './run-sql-tests.ts'
import { startPostgres } from './start-postgres.ts'
import { findSupabaseCli, runSupabaseCli } from './supabase-cli.ts'
import { embeddedSession, serverSession } from './test-session.ts'

// Runs the tests of the database on the embedded one and on a real PostgreSQL, asks the official command line for its
// advice on the schema, and compares the types. Arguments choose among the test files by parts of their paths.

endWithParent()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const wanted = process.argv.slice(2)
/** Plans for fifty thousand rows: the planner is the same, and the embedded database makes the rows slowly. */
const slowWhereEmbedded = process.env['TEST_FULL'] === '1' || wanted.length > 0 ? [] : ['plans.test.sql']
const total = { passed: 0, failures: [] as string[], skipped: [] as string[] }
const say = (line: string) => console.error(line)

function add({ passed, failures }: Outcome): void {
  total.passed += passed
  total.failures.push(...failures)
}

function skip(reason: string, checks = 1): void {
  total.skipped.push(...Array.from({ length: checks }, () => reason))
  say(`SKIPPED ${reason}`)
}

/** One check that is not pgTAP's: it passes when it finds nothing to say. */
async function check(name: string, look: () => Promise<string>): Promise<void> {
  const found = await look().catch((error: unknown) => String(error))
  add(found ? { passed: 0, failures: [`${name}: ${found}`] } : { passed: 1, failures: [] })
  say(found ? `FAILED ${name}: ${found}` : `${name}: passed`)
}

const cli = findSupabaseCli()

async function testEmbedded(): Promise<void> {
  say('Preparing the embedded database ...')
  await using embedded = await openEmbeddedDatabase()
  if ('skipped' in cli) skip(`the types are not compared: ${cli.skipped}`)
  else {
    await check('database.types.ts is current', async () => {
      const same = (await generateTypes(cli.program, embedded.pglite)) === (await readTypes())
      return same ? '' : 'run `node packages/tooling/src/database/generate-types.ts`'
    })
  }
  const session = embeddedSession(embedded.pglite)
  await session.run(`begin; set local search_path = extensions; ${await pgtapScript()}; commit;`)
  for (const file of slowWhereEmbedded)
    skip(`${file} on the embedded database: only npm run test:full runs it there`)
  const files = { wanted, unwanted: slowWhereEmbedded }
  add(await runSqlTests(session, files, 'the embedded database', say))
}

async function testPostgres(): Promise<void> {
  say('Starting a PostgreSQL server ...')
  const started = await startPostgres(say)
  if ('skipped' in started) {
    skip(started.skipped)
    return
  }
  await using server = started
  const { href: owner } = await createOwnedDatabase(server.url, 'giftwell')
  await migrate(owner)
  // What an owner without further rights may not do.
  const superuserUrl = inDatabase(server.url, 'giftwell')
  await using superuser = serverSession(superuserUrl)
  const [place = 'PostgreSQL'] = await superuser.run(`select 'PostgreSQL ' || split_part(version(), ' ', 2)`)
  // Where a hosted project keeps its extensions, and looks for them.
  await superuser.run('alter database giftwell set search_path = "$user", public, extensions')
  await superuser.run('create extension plpgsql_check with schema extensions')
  await advise(superuserUrl)
  await check('the API works as a role that owns nothing', async () =>
    callAsAuthenticator(superuser, superuserUrl),
  )
  await superuser.run('create extension pgtap with schema extensions')
  await superuser.run('create role sign_up_service; grant sign_up_service to giftwell')
  await using session = serverSession(owner)
  add(await runSqlTests(session, { wanted, unwanted: [] }, `${place} as the database's owner`, say))
}

/** Pushes the migrations with the official command line, as to a hosted project, where there is one. */
async function migrate(url: string): Promise<void> {
  {
    await using database = await openPostgres(url)
    if ('skipped' in cli) return await prepareDatabase(database)
    await database.transaction(ensureSystemSchema)
  }
  await runSupabaseCli(cli.program, ['db', 'push', '--yes', `--workdir=${repositoryRoot}`], url)
  await check('the backend accepts the migrations as the CLI records them', async () => {
    await using database = await openPostgres(url)
    await prepareDatabase(database)
    return ''
  })
  await check('the statement in docs/deploy.md finds the sums of the released migrations', async () => {
    await using database = await openPostgres(url)
    const document = await readFile(join(repositoryRoot, 'docs/deploy.md'), 'utf8')
    const statement = /select version \|\| .+? order by version;/s.exec(document)?.[0] ?? ''
    const { rows } = await database.query(statement)
    const found = new Map(rows.map((row) => [row['file'], row['sum']]))
    const { released } = await migrationSums()
    return Object.entries(released)
      .flatMap(([file, sum]) => (found.get(file) === sum ? [] : [file]))
      .join()
  })
}

/** The advice of the official command line on the schema as the migrations make it: there must be none. */
async function advise(url: string): Promise<void> {
  if ('skipped' in cli) {
    skip(`no advisors and no lint: ${cli.skipped}`, 2)
    return
  }
  const { program } = cli
  const found = async (command: readonly string[]) => (await runSupabaseCli(program, command, url)).trim()
  const isNothing = (answer: string) =>
    ['', '[]', 'null'].includes(answer) || /^No (issues|schema errors) found$/.test(answer)
  await check('supabase db advisors', async () => {
    const answer = await found(['db', 'advisors', '--type', 'all', '--level', 'warn'])
    return isNothing(answer) ? '' : answer
  })
  await check('supabase db lint', async () => {
    const answer = await found(['db', 'lint', '--schema', 'public,private', '--level', 'warning'])
    return isNothing(answer) ? '' : answer
  })
}

// The one works in this process and the other in a server, so two processors have both done sooner.
await Promise.all(
  [testEmbedded, testPostgres].map(async (test) => {
    try {
      await test()
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
      total.failures.push(`${test.name}: ${reason}`)
      say(`FAILED ${test.name}: ${reason}`)
    }
  }),
)
process.exitCode = total.failures.length > 0 ? 1 : 0
await writeSum({
  ...total,
  failed: total.failures.length,
  failures: total.failures.map((failure) => firstLine(failure)),
})
