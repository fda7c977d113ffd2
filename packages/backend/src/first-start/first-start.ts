import { counted } from '@giftwell/shared/kernel/counted.ts'
import type { DemoTarget } from '@giftwell/demo/load-demo.ts'
import type { DataFolder } from '../data-folder/data-folder.ts'
import {
  type Secrets,
  fingerprintOf,
  newSecrets,
  parseSecrets,
  readOrMakeSecrets,
} from '../data-folder/secrets.ts'
import type { Database, SqlSession, Transact } from '../database/database.ts'
import {
  applyMigrations,
  knownMigrations,
  recordedMigrations,
  rejectOtherMigrations,
} from '../database/migrations.ts'
import { ensureSystemSchema, firstStartLock, progress } from '../database/system-schema.ts'
import type { ImageFiles } from '../images/image-files.ts'
import { UserFacingError } from '../process/errors.ts'
import type { Log } from '../process/terminal.ts'
import type { Settings } from '../settings.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { existsSync } from 'node:fs'
import { openDatabase } from '../database/open-database.ts'

export interface FirstStartOptions {
  readonly migrationsFolder: string
  readonly secrets: Secrets
  readonly images: ImageFiles
  /** Fills an empty database with the demo catalogue; tests replace it. */
  readonly loadDemo?: ((target: DemoTarget) => Promise<void>) | undefined
  readonly log: Log
}

/**
 * Prepares the database. The first start creates everything; a later one applies new migrations only. Each step is one
 * transaction that records itself, so a start may be killed at any point. An advisory lock serialises servers that
 * start on the same PostgreSQL database at the same time.
 */
export async function prepareDatabase(
  database: Database,
  settings: Settings,
  folder: DataFolder,
  { migrationsFolder, secrets, images, loadDemo = loadDemoCatalogue, log }: FirstStartOptions,
): Promise<void> {
  const transact: Transact = async (work) =>
    database.transaction(async (session) => {
      await session.query('select pg_advisory_xact_lock($1::bigint)', [firstStartLock])
      return work(session)
    })
  const known = await knownMigrations(migrationsFolder)
  // A database that is refused is not changed.
  const recorded = await transact(async (session) => {
    const found = await recordedMigrations(session)
    rejectOtherMigrations(known, found)
    await ensureSystemSchema(session)
    await rejectOtherKeys(session, secrets, folder)
    return found
  })
  const isCurrent = known.length > 0 && known.every(({ version }) => recorded.has(version))
  const applied = isCurrent ? [] : await applyMigrations(transact, migrationsFolder)
  if (applied.length > 0) log(`applied ${counted(applied.length, 'migration')}`)
  await once(transact, 'administrator', 'made', async (session) =>
    createFirstAdministrator(session, settings.administrator, folder.administrator, log),
  )
  const filled = await once(transact, 'catalogue', settings.seed, async ({ query }) => {
    if (settings.seed === 'empty') return
    log('filling the catalogue with the demo products …')
    await loadDemo({ query, storeImage: images.replace })
  })
  if (filled) await database.vacuum()
}

/**
 * Records the fingerprint of the keys with the first start: under other keys tokens are invalid, and the images are in
 * the data folder of these.
 * @throws UserFacingError when the database was started with other keys
 */
async function rejectOtherKeys(session: SqlSession, secrets: Secrets, folder: DataFolder): Promise<void> {
  const fingerprint = fingerprintOf(secrets)
  await session.query(
    `insert into backend.progress (step, value) values ('keys', $1) on conflict (step) do nothing`,
    [fingerprint],
  )
  const { rows } = await session.query(`select value from backend.progress where step = 'keys'`)
  if (rows[0]?.['value'] === fingerprint) return
  throw new UserFacingError(
    `The keys in ${folder.secrets} are not those of the database: another data folder (DATA_DIR) belongs to it. Copy secrets.json and storage from that folder or its backup (docs/deploy.md); if both are lost, run "npm run admin -- accept-keys" and start again.`,
  )
}

/**
 * Runs a step at most once in the life of a database. It is recorded with a value in the transaction that does it.
 * @returns whether the step ran now
 */
async function once(
  transact: Transact,
  step: 'administrator' | 'catalogue',
  value: string,
  work: (session: SqlSession) => Promise<void>,
): Promise<boolean> {
  return transact(async (session) => {
    const { rows } = await session.query('select from backend.progress where step = $1', [step])
    if (rows.length > 0) return false
    await work(session)
    await session.query('insert into backend.progress (step, value) values ($1, $2)', [step, value])
    return true
  })
}

/** A dynamic import, because only a first start needs the demo catalogue. */
async function loadDemoCatalogue(target: DemoTarget): Promise<void> {
  const demo = await import('@giftwell/demo/load-demo.ts')
  await demo.loadDemo(target)
}

/**
 * The keys of a site: in its data folder, or in its database if the images are in a bucket, so several servers
 * share them without a data folder. On first use a database takes the data folder's keys, or new ones.
 * @param path of the data folder's file
 * @throws UserFacingError as readOrMakeSecrets, or when the database cannot be used
 */
export async function secretsOf({ databaseUrl, bucket }: Settings, path: string): Promise<Secrets> {
  if (databaseUrl === null || bucket === null) return readOrMakeSecrets(path)
  await using database = await openDatabase(databaseUrl, '')
  return await database.transaction(async (session) => {
    await session.query('select pg_advisory_xact_lock($1::bigint)', [firstStartLock])
    await session.run(progress)
    const { rows } = await session.query(`select value from backend.progress where step = 'secrets'`)
    const stored = parseSecrets(String(rows[0]?.['value']))
    if (stored !== null) return stored
    const secrets = existsSync(path) ? await readOrMakeSecrets(path) : await newSecrets()
    await session.query(`insert into backend.progress (step, value) values ('secrets', $1)`, [
      JSON.stringify(secrets),
    ])
    return secrets
  })
}
