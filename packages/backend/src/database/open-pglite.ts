import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Mutex, withTimeout } from 'async-mutex'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { createDatabase, type Database, type SqlSession } from './database.ts'
import { isoTimestamp, timestamptzType } from './column-values.ts'
import { parameterTexts } from './parameter-text.ts'

/** Exists in the database's folder once PostgreSQL has made all of its files. */
const madeMarker = 'giftwell-made'

/** Whether the folder holds a complete database. */
export function isMadeIn(folder: string): boolean {
  return existsSync(join(folder, madeMarker))
}

/**
 * Opens the embedded database in a folder; creates it on first use. Files of an interrupted creation are moved to
 * `<folder>.unfinished`.
 * @throws UserFacingError when the files are damaged or of another PostgreSQL, or the disk is full
 */
export async function openPglite(folder: string): Promise<Database> {
  await moveUnfinishedAside(folder)
  await refuseOtherPostgres(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { emitWarning } = process
  const [{ createPgliteConnection }, { pg_trgm }, { unaccent }, { citext }, { uuid_ossp }] =
    await Promise.all([
      import('@supabase/lite/pglite'),
      import('@electric-sql/pglite/contrib/pg_trgm'),
      import('@electric-sql/pglite/contrib/unaccent'),
      import('@electric-sql/pglite/contrib/citext'),
      import('@electric-sql/pglite/contrib/uuid_ossp'),
    ])
  // The library replaces it by one that throws for warnings that are errors.
  process.emitWarning = emitWarning
  const open = async () => {
    const opened = await createPgliteConnection({
      url: folder,
      pgliteOptions: {
        extensions: { pg_trgm, unaccent, citext, uuid_ossp },
        parsers: { [timestamptzType]: isoTimestamp },
      },
    })
    await opened.driver.waitReady
    return opened
  }
  const connection = await open().catch(async () => refuseUnusable(folder))
  const pglite = connection.driver
  await writeFile(join(folder, madeMarker), '')
  // A hosted project's search path includes the schema of the extensions.
  await pglite.exec('SET search_path TO "$user", public, extensions')

  // All requests share one connection, first come, first served.
  const mutex = withTimeout(new Mutex(), acquireTimeoutMs, new DatabaseBusyError())
  const session = createSession(pglite)
  let vacuumedAt: unknown
  const written = async (): Promise<unknown> =>
    (await session.query('select pg_current_wal_lsn()::text as at')).rows[0]?.['at']
  return createDatabase({
    connection,
    acquire: async () => ({ ...session, release: await mutex.acquire() }),
    async listen(channel, onNotify) {
      // A notification arrives before the result of the commit that sends it, so none is missed.
      await pglite.listen(channel, onNotify)
    },
    vacuum: async () =>
      mutex.runExclusive(async () => {
        if ((await written()) === vacuumedAt) return
        await session.run('vacuum (analyze)')
        // PGlite has no background process: without a checkpoint the write-ahead log grows until it is closed.
        await session.run('checkpoint')
        vacuumedAt = await written()
      }),
    close: async () => mutex.runExclusive(async () => connection.close()),
  })
}

/** A caller that waits longer fails, so that one that deadlocks itself does not block the others for ever. */
const acquireTimeoutMs = 30_000

/** The connection did not become free in time. */
class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
  /** SQLSTATE too_many_connections. */
  readonly code = '53300'
  constructor() {
    super('The database is busy.')
  }
}

/** A statement contains a NUL character, PostgreSQL's terminator; the code is the one that a value with it causes. */
class CharacterNotAllowedError extends Error {
  override readonly name = 'CharacterNotAllowedError'
  readonly code = '22021'
  constructor() {
    super('invalid byte sequence for encoding "UTF8": 0x00')
  }
}

/** The database failed without a PostgreSQL error; never the client's fault. */
class StatementFailedError extends Error {
  override readonly name = 'StatementFailedError'
  constructor(cause: unknown) {
    super('The embedded database failed', { cause })
  }
}

function createSession(pglite: PGlite): SqlSession {
  return {
    async query(text, parameters = []) {
      if (text.includes('\u0000')) throw new CharacterNotAllowedError()
      return pglite
        .query<Record<string, unknown>>(text, [...parameters], { serializers: parameterTexts })
        .catch((error: unknown) => {
          throw errorCode(error) === undefined ? new StatementFailedError(error) : error
        })
    },
    async run(script) {
      await pglite.exec(script)
    },
  }
}

/** PGlite's version of PostgreSQL. */
const ownPostgres = '17'
const restoring = 'restore a backup with "npm run restore -- FILE --force", which keeps these files beside it'

async function refuseOtherPostgres(folder: string): Promise<void> {
  const found = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => ownPostgres)
  if (found.trim() === ownPostgres) return
  throw new UserFacingError(
    `The database in ${folder} was made by another version of PostgreSQL than ${ownPostgres}; ${restoring}.`,
  )
}

/** PGlite's own message is only a memory address. */
async function refuseUnusable(folder: string): Promise<never> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < minFreeBytes) {
    throw new UserFacingError(`The database in ${folder} cannot be opened: the disk is full.`)
  }
  throw new UserFacingError(
    `The database in ${folder} cannot be opened, its files are damaged; ${restoring}.`,
  )
}

/** Bytes that the database needs to open: one file of the write-ahead log. */
const minFreeBytes = 16 * 1024 * 1024

async function moveUnfinishedAside(folder: string): Promise<void> {
  if (!existsSync(folder) || isMadeIn(folder)) return
  if ((await readdir(folder)).length === 0) return
  const aside = `${folder}.unfinished`
  await rm(aside, { recursive: true, force: true })
  await rename(folder, aside)
}
