import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { openDatabase } from '../database/open-database.ts'
import { firstStartLock, progress } from '../database/system-schema.ts'
import type { Settings } from '../settings.ts'
import { writePrivateFile } from './data-folder.ts'

const secretsSchema = z.object({
  /** Signs the access tokens. */
  jwtSecret: z.string().min(32),
  /** Sent by the website as `apikey`; public. */
  publishableKey: z.string().startsWith('sb_publishable_'),
  /** Bypasses row level security; for the operator's programs only, never for a browser. */
  secretKey: z.string().startsWith('sb_secret_'),
})

/** The backend's keys, generated once per data folder. */
export type Secrets = z.infer<typeof secretsSchema>

/**
 * Reads the keys of a data folder; generates them on first use, in a file of mode 0600.
 * @throws UserFacingError when the file exists and cannot be parsed: new keys would sign out every user.
 */
export async function readOrMakeSecrets(path: string): Promise<Secrets> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw new UserFacingError(`The keys in ${path} cannot be read.`)
  })
  if (text === null) return makeSecrets(path)
  const parsed = secretsSchema.safeParse(parseJson(text))
  if (!parsed.success) {
    throw new UserFacingError(
      `The keys in ${path} are damaged; restore the file, or remove it and run "npm run admin -- accept-keys" to make new ones.`,
    )
  }
  return parsed.data
}

/**
 * The keys of a site: in its data folder, or in its database where the images are in a bucket, so that several servers share
 * them and none needs its data folder. A database takes those of the data folder, or new ones, on first use.
 * @throws UserFacingError as readOrMakeSecrets, or when the database cannot be used
 */
export async function secretsOf({ databaseUrl, bucket }: Settings, path: string): Promise<Secrets> {
  if (databaseUrl === null || bucket === null) return readOrMakeSecrets(path)
  await using database = await openDatabase(databaseUrl, '')
  return await database.transaction(async (session) => {
    await session.query('select pg_advisory_xact_lock($1::bigint)', [firstStartLock])
    await session.run(progress)
    const { rows } = await session.query(`select value from backend.progress where step = 'secrets'`)
    const stored = secretsSchema.safeParse(parseJson(String(rows[0]?.['value'])))
    if (stored.success) return stored.data
    const secrets = existsSync(path) ? await readOrMakeSecrets(path) : await newSecrets()
    await session.query(`insert into backend.progress (step, value) values ('secrets', $1)`, [
      JSON.stringify(secrets),
    ])
    return secrets
  })
}

/** Tells these keys from others; no key can be computed from it. */
export function fingerprintOf({ jwtSecret, publishableKey, secretKey }: Secrets): string {
  return createHmac('sha256', jwtSecret)
    .update(`Giftwell's keys ${publishableKey} ${secretKey}`)
    .digest('hex')
}

async function newSecrets(): Promise<Secrets> {
  const { generateApiKey } = await import('@supabase/lite')
  return {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: (await generateApiKey('publishable')).key,
    secretKey: (await generateApiKey('secret')).key,
  }
}

async function makeSecrets(path: string): Promise<Secrets> {
  const secrets = await newSecrets()
  await writePrivateFile(path, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}
