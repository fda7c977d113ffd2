import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
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
  const secrets = parseSecrets(text)
  if (secrets === null) {
    throw new UserFacingError(
      `The keys in ${path} are damaged; restore the file, or remove it and run "npm run admin -- accept-keys" to make new ones.`,
    )
  }
  return secrets
}

/** The keys in a JSON text; null when it has none. */
export function parseSecrets(text: string): Secrets | null {
  return secretsSchema.safeParse(parseJson(text)).data ?? null
}

/** Tells these keys from others; no key can be computed from it. */
export function fingerprintOf({ jwtSecret, publishableKey, secretKey }: Secrets): string {
  return createHmac('sha256', jwtSecret)
    .update(`Giftwell's keys ${publishableKey} ${secretKey}`)
    .digest('hex')
}

/** Makes keys. */
export async function newSecrets(): Promise<Secrets> {
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
