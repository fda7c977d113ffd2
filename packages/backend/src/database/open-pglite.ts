import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { Refusal } from '../refusal.ts'
import type { Database, SqlSession } from './database.ts'
import { createConnectionQueue } from './connection-queue.ts'
import { putEmptyCluster } from './empty-cluster.ts'
import { isoTimestamp, timestamptzType } from './iso-timestamp.ts'
import { parameterTexts } from './parameter-text.ts'
import { queuedPgliteDialect } from './queued-pglite-dialect.ts'

/** Lies in the database's folder once PostgreSQL has finished making its files there. */
const madeMarker = 'giftwell-made'

/** Whether a database was made in the folder, whole. */
export function isMadeIn(folder: string): boolean {
  return existsSync(join(folder, madeMarker))
}

/**
 * Opens the embedded database in a folder, and makes it there on first use. What a start that was cut off while
 * making it left behind is moved aside to `<folder>.unfinished`.
 * @throws Refusal when its files are of another PostgreSQL, are damaged, or have no room
 */
export async function openPglite(folder: string): Promise<Database> {
  await setAsideUnfinished(folder)
  await refuseOtherPostgres(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // In another process, while this one loads its programs.
  const made = isMadeIn(folder) ? null : putEmptyCluster(folder)
  made?.catch(() => {}) // it is awaited below
  const { emitWarning } = process
  const [{ createPgliteConnection }, { pg_trgm }, { unaccent }, { citext }, { uuid_ossp }] =
    await Promise.all([
      import('@supabase/lite/pglite'),
      import('@electric-sql/pglite/contrib/pg_trgm'),
      import('@electric-sql/pglite/contrib/unaccent'),
      import('@electric-sql/pglite/contrib/citext'),
      import('@electric-sql/pglite/contrib/uuid_ossp'),
    ])
  // The library puts one in its place that fails at warnings which are errors, and whoever warns with it.
  process.emitWarning = emitWarning
  const open = async () => {
    await made
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
  // The session of a hosted project looks for functions of extensions in their own schema too.
  await pglite.exec('SET search_path TO "$user", public, extensions')

  const queue = createConnectionQueue()
  connection.kysely = new Kysely({ dialect: queuedPgliteDialect(pglite, queue) })

  const session: SqlSession = {
    async query(text, parameters = []) {
      const { rows } = await pglite.query<Record<string, unknown>>(text, [...parameters])
      return { rows }
    },
    async run(script) {
      await pglite.exec(script)
    },
  }
  let tidiedAt: string | undefined
  return {
    connection,
    async transaction(work) {
      const endTurn = await queue.take()
      try {
        await pglite.exec('BEGIN')
        const result = await work(session)
        await pglite.exec('COMMIT')
        return result
      } catch (error) {
        await pglite.exec('ROLLBACK')
        throw error
      } finally {
        endTurn()
      }
    },
    async query(text, parameters = []) {
      const endTurn = await queue.take()
      try {
        return await pglite.query<Record<string, unknown>>(text, [...parameters], {
          serializers: parameterTexts,
        })
      } finally {
        endTurn()
      }
    },
    async tidy() {
      const endTurn = await queue.take()
      try {
        const { rows } = await pglite.query<{ written: string }>(
          'select pg_current_wal_lsn()::text as written',
        )
        if (rows[0]?.written === tidiedAt) return
        // Nothing does either of these in the background here, as it would in a server: without the checkpoint the
        // log of writes grows until the database is closed.
        await pglite.exec('vacuum (analyze)')
        await pglite.exec('checkpoint')
        const after = await pglite.query<{ written: string }>('select pg_current_wal_lsn()::text as written')
        tidiedAt = after.rows[0]?.written
      } finally {
        endTurn()
      }
    },
    async close() {
      const endTurn = await queue.take()
      try {
        await connection.close()
      } finally {
        endTurn()
      }
    },
  }
}

/** The version of PostgreSQL that PGlite is. */
const ownPostgres = '17'
const restoring = 'restore a backup with "npm run restore -- FILE --force", which keeps these files beside it'

async function refuseOtherPostgres(folder: string): Promise<void> {
  const found = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => ownPostgres)
  if (found.trim() === ownPostgres) return
  throw new Refusal(
    `The database in ${folder} was made by another version of PostgreSQL than ${ownPostgres}; ${restoring}.`,
  )
}

/** Not with the database's own words, which are an address in its program. */
async function refuseUnusable(folder: string): Promise<never> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leastRoom) {
    throw new Refusal(`The database in ${folder} cannot be opened: the disk is full.`)
  }
  throw new Refusal(`The database in ${folder} cannot be opened, its files are damaged; ${restoring}.`)
}

/** Bytes that a database needs to open: one file of its log of writes. */
const leastRoom = 16 * 1024 * 1024

async function setAsideUnfinished(folder: string): Promise<void> {
  if (!existsSync(folder) || isMadeIn(folder)) return
  if ((await readdir(folder)).length === 0) return
  const aside = `${folder}.unfinished`
  await rm(aside, { recursive: true, force: true })
  await rename(folder, aside)
}
