import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { hash } from 'bcryptjs'
import { z } from 'zod'
import type { SqlSession } from '../database/database.ts'
import { writePrivateFile } from '../data-folder/data-folder.ts'
import type { Settings } from '../settings.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import type { Log } from '../process/terminal.ts'

const credentialsSchema = z.object({ email: z.string(), password: z.string() })
type Credentials = z.infer<typeof credentialsSchema>

// The cost that Auth uses for every password.
const bcryptCost = 10

/**
 * Creates the first administrator, confirmed at once, with the credentials also in `file` (mode 0600). The file is
 * written first, so that a random password is never lost.
 */
export async function createFirstAdministrator(
  session: SqlSession,
  wanted: Settings['administrator'],
  file: string,
  log: Log,
): Promise<void> {
  const credentials = await chooseCredentials(wanted, file)
  await writePrivateFile(file, `${JSON.stringify(credentials)}\n`)
  await insertAdministrator(session, credentials)
  log(`made the administrator ${credentials.email}; the password is in ${file}`)
}

/**
 * Removes the file of `createFirstAdministrator` when its password is no longer that account's. Backups copy the file, so
 * later ones do not have it.
 * @param email of the account with a new password
 */
export async function removeFirstCredentials(file: string, email: string): Promise<void> {
  if ((await readCredentials(file))?.email.toLowerCase() === email.toLowerCase()) await rm(file)
}

async function readCredentials(file: string): Promise<Credentials | undefined> {
  return credentialsSchema.safeParse(parseJson(await readFile(file, 'utf8').catch(() => ''))).data
}

async function chooseCredentials(wanted: Settings['administrator'], file: string): Promise<Credentials> {
  if (wanted.password !== null) return { email: wanted.email, password: wanted.password }
  // The password that a killed first start wrote to the file stays the password.
  const earlier = await readCredentials(file)
  if (earlier?.email === wanted.email) return earlier
  return { email: wanted.email, password: randomBytes(15).toString('base64url') }
}

async function insertAdministrator(session: SqlSession, { email, password }: Credentials): Promise<void> {
  const id = randomUUID()
  const about = { sub: id, email, email_verified: true, phone_verified: false }
  const { rows } = await session.query(
    // With the time of a confirmation's link: the operator names the address, which proves it as a link would.
    `insert into auth.users (
       id, email, encrypted_password, confirmation_sent_at, email_confirmed_at, raw_app_meta_data, raw_user_meta_data
     )
     values ($1, $2, $3, now(), now(), $4::text::jsonb, $5::text::jsonb)
     on conflict (email) where is_sso_user = false do nothing
     returning id`,
    [
      id,
      email,
      await hash(password, bcryptCost),
      JSON.stringify({ provider: 'email', providers: ['email'] }),
      JSON.stringify(about),
    ],
  )
  if (rows.length > 0) {
    await session.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values ($1, 'email', $2::text, $2::uuid, $3::text::jsonb)`,
      [randomUUID(), id, JSON.stringify(about)],
    )
  }
  await session.query(
    'insert into public.profiles (id) select id from auth.users where email = $1 on conflict (id) do nothing',
    [email],
  )
  await session.query(`select private.assign_role(id, 'administrator') from auth.users where email = $1`, [
    email,
  ])
}
