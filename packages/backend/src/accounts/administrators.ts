import { z } from 'zod'
import type { SqlSession } from '../database/database.ts'
import { UserFacingError } from '../process/errors.ts'
import { forgetPerson } from './forget-person.ts'

/** A command of `npm run admin` (specification, section 6: how admin status is decided). */
export const administratorCommandSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('grant'), email: z.string() }),
  z.object({ action: z.literal('revoke'), email: z.string() }),
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('forget'), email: z.string(), isDryRun: z.boolean() }),
])
export type AdministratorCommand = z.infer<typeof administratorCommandSchema>

const noneLeft =
  'Nobody is an administrator now, so nobody can open the back office; "npm run admin -- grant EMAIL" makes one.'

/**
 * Executes a command and returns lines for the terminal. E-mail addresses match case-insensitively.
 * @throws UserFacingError when no account has the e-mail
 */
export async function executeCommand(session: SqlSession, command: AdministratorCommand): Promise<string[]> {
  if (command.action === 'list') return listAdministrators(session)
  if (command.action === 'forget') return forgetPerson(session, command.email, command.isDryRun)
  const isAdmin = command.action === 'grant'
  const { rows } = await session.query(
    `insert into public.profiles (id, is_admin)
     select id, $2::boolean from auth.users where lower(email) = lower($1) and deleted_at is null
     on conflict (id) do update set is_admin = excluded.is_admin
     returning id`,
    [command.email, isAdmin],
  )
  if (rows.length === 0) throw new UserFacingError(`There is no account with the e-mail ${command.email}.`)
  const done = `${command.email} is ${isAdmin ? 'now' : 'no longer'} an administrator.`
  const left = await session.query('select from public.profiles where is_admin limit 1')
  return left.rows.length > 0 ? [done] : [done, noneLeft]
}

/** Whether an account, by its id, is an administrator's. */
export async function isAdministrator(session: SqlSession, account: string): Promise<boolean> {
  const { rows } = await session.query('select from public.profiles where id = $1::uuid and is_admin', [
    account,
  ])
  return rows.length > 0
}

async function listAdministrators(session: SqlSession): Promise<string[]> {
  const { rows } = await session.query(
    `select u.email from public.profiles p join auth.users u on u.id = p.id where p.is_admin order by u.email`,
  )
  return rows.length === 0 ? ['There is no administrator.'] : rows.map((row) => String(row['email']))
}
