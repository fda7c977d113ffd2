import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SqlSession } from '../database/database.ts'
import { changedMigrations, knownMigrations, recordedMigrations } from '../database/migrations.ts'
import { openPostgres } from '../database/open-postgres.ts'
import { imageLifetime, imageTypeOf, productImages } from '../images/image-files.ts'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { type Manifest, imageName, unpackBackup } from './archive.ts'
import { type Table, loadTable, quoted, setCanonicalOutputFormat, tablesIn } from './table-rows.ts'

export interface HostedProject {
  /** The project's address without a slash at the end. */
  readonly url: string
  /** Uploads the images; bypasses row level security. */
  readonly secretKey: string
  /** The project's database, as its role `postgres`. */
  readonly databaseUrl: string
}

/** The columns of Auth's tables that make an account; tokens and sessions belong to the keys of the old site. */
const accountColumns: Readonly<Record<string, string>> = {
  users:
    'id aud role email encrypted_password email_confirmed_at last_sign_in_at raw_app_meta_data raw_user_meta_data banned_until deleted_at is_sso_user is_anonymous created_at updated_at',
  identities: 'id provider provider_id user_id identity_data last_sign_in_at created_at updated_at',
  mfa_factors: 'id user_id friendly_name factor_type status created_at updated_at secret',
}

/**
 * Moves the site of a backup into a hosted project that has the migrations and no data: images through its API, then
 * accounts and records in one transaction. It can be repeated until it succeeds.
 * @param backupKey the key of an encrypted backup
 * @throws UserFacingError when the backup or the project cannot be used
 */
export async function restoreHosted(
  project: HostedProject,
  file: string,
  migrationsFolder: string,
  backupKey: string | null,
): Promise<Manifest> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-restore-'))
  try {
    const manifest = await unpackBackup(file, folder, backupKey)
    await using database = await openPostgres(project.databaseUrl)
    try {
      await database.transaction(async (session) => refuseUnprepared(session, manifest, migrationsFolder))
      await uploadImages(project, join(folder, imageName('')))
      await database.transaction(async (session) => load(session, manifest, folder))
    } catch (error) {
      throw errorCode(error) === '42501' && error instanceof Error
        ? new UserFacingError(`The user of DATABASE_URL may not restore into the project: ${error.message}.`)
        : error
    }
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function refuseUnprepared(
  session: SqlSession,
  manifest: Manifest,
  migrationsFolder: string,
): Promise<void> {
  const pushed = await recordedMigrations(session)
  if (!manifest.migrations.every((version) => pushed.has(version))) {
    throw new UserFacingError(
      'The project lacks migrations of the backup; run "npx supabase@3.1.0 db push --remote" of the same version of Giftwell first.',
    )
  }
  const [changed] = changedMigrations(await knownMigrations(migrationsFolder), pushed)
  if (changed !== undefined) {
    throw new UserFacingError(
      `The project was made with a different version of the migration ${changed.file}; push this version's to a new project with "npx supabase@3.1.0 db push --remote" and restore into that one.`,
    )
  }
  const used = await session.query(
    'select exists (select from auth.users) or exists (select from public.products) or exists (select from public.leads) as used',
  )
  if (used.rows[0]?.['used'] === true) {
    throw new UserFacingError('The project already has accounts or records; restore into a new one.')
  }
}

async function uploadImages({ url, secretKey }: HostedProject, folder: string): Promise<void> {
  // A backup without images has no folder.
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const response = await fetch(`${url}/storage/v1/object/${productImages}/${name}`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': imageTypeOf(name) ?? 'application/octet-stream',
        'cache-control': `max-age=${imageLifetime}`,
        // Of an attempt before.
        'x-upsert': 'true',
      },
      body: new Blob([await readFile(join(folder, name))]),
    }).catch(() => null)
    if (response?.ok !== true) {
      throw new UserFacingError(
        `The image ${name} cannot be stored at ${url}: ${response === null ? 'it does not answer' : `status ${response.status}`}.`,
      )
    }
  }
}

async function load(session: SqlSession, manifest: Manifest, folder: string): Promise<void> {
  await setCanonicalOutputFormat(session)
  const here = await tablesIn(session)
  const find = (schema: string, table: string) =>
    manifest.tables.find((from) => from.schema === schema && from.table === table)

  for (const [name, columns] of Object.entries(accountColumns)) {
    const from = find('auth', name)
    const table = here.find((each) => each.schema === 'auth' && each.table === name)
    if (from === undefined || table === undefined)
      throw new UserFacingError(`There is no table auth.${name}.`)
    await loadTable(session, withColumns(table, columns.split(' ')), from, folder)
  }
  await session.run(completeAccounts)

  const own = here.filter(({ schema, isOwn }) => isOwn && (schema === 'public' || schema === 'private'))
  const names = own.map(({ schema, table }) => quoted(schema, table))
  for (const name of names) await session.run(`alter table ${name} disable trigger user`)
  await session.run(`truncate ${names.join(', ')}`)
  for (const table of own) {
    const from = find(table.schema, table.table)
    if (from !== undefined) await loadTable(session, table, from, folder)
  }
  for (const name of names) await session.run(`alter table ${name} enable trigger user`)
}

/** Auth reads accounts of this instance only, and no token that is null. */
const completeAccounts = `
  update auth.users set
    instance_id = '00000000-0000-0000-0000-000000000000',
    confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change = ''
  where instance_id is null;
  insert into auth.identities (provider, provider_id, user_id, identity_data, created_at, updated_at)
  select 'email', id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', email_confirmed_at is not null),
    created_at, updated_at
  from auth.users
  where not exists (select from auth.identities where identities.user_id = users.id);
`

function withColumns(table: Table, names: readonly string[]): Table {
  return { ...table, columns: table.columns.filter(({ name }) => names.includes(name)) }
}
