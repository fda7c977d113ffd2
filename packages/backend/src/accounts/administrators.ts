import { rupees } from '@giftwell/shared/kernel/money.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { z } from 'zod'

import type { SqlSession } from '../database/database.ts'
import { errorCode, UserFacingError } from '../process/errors.ts'

/** A command of `npm run admin` (product.md, section 6: how admin status is decided). */
export const administratorCommandSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('grant'), email: z.string() }),
  z.object({ action: z.literal('revoke'), email: z.string() }),
  z.object({ action: z.literal('remove-second-factor'), email: z.string() }),
  z.object({ action: z.literal('list') }),
  z.object({ action: z.literal('accept-keys') }),
  z.object({ action: z.literal('forget'), email: z.string(), isDryRun: z.boolean() }),
  z.object({ action: z.literal('remove-demo'), isDryRun: z.boolean() }),
])
export type AdministratorCommand = z.infer<typeof administratorCommandSchema>

/**
 * Executes a command and returns lines for the terminal. E-mail addresses match case-insensitively.
 * @throws UserFacingError when no account has the e-mail, or the last administrator would be revoked
 */
export async function executeCommand(session: SqlSession, command: AdministratorCommand): Promise<string[]> {
  if (command.action === 'list') return listPeople(session)
  if (command.action === 'accept-keys') return acceptKeys(session)
  if (command.action === 'forget') return forgetPerson(session, command.email, command.isDryRun)
  if (command.action === 'remove-demo') return removeDemo(session, command.isDryRun)
  if (command.action === 'remove-second-factor') return removeSecondFactor(session, command.email)
  const role = command.action === 'grant' ? 'administrator' : null
  const accounts = await session.query(
    'select id::text from auth.users where lower(email) = lower($1) and deleted_at is null',
    [command.email],
  )
  const account = accounts.rows[0]?.['id']
  if (account === undefined)
    throw new UserFacingError(`There is no account with the e-mail address ${command.email}.`)
  await session.query('insert into public.profiles (id) values ($1::uuid) on conflict (id) do nothing', [
    account,
  ])
  try {
    await session.query('select private.assign_role($1::uuid, $2::text)', [account, role])
  } catch (error) {
    if (errorCode(error) !== '23514') throw error
    throw new UserFacingError(
      `${command.email} is the last administrator; "npm run admin -- grant EMAIL" makes another one first.`,
    )
  }
  const done = `${command.email} is ${role === null ? 'no longer' : 'now'} an administrator.`
  const unproven = await session.query(
    'select from public.profiles where id = $1::uuid and is_admin and address_proven_at is null',
    [account],
  )
  return unproven.rows.length === 0 ? [done] : [done, unprovenWarning]
}

const unprovenWarning =
  'No link sent to that address has been used yet, so anyone may have signed up with it. Ask its owner to choose a new password by “Forgot password?”.'

/**
 * For a lost device: the next sign-in of the person takes the password alone. Ends the sessions, as hosted Auth does.
 * @throws UserFacingError when there is none
 */
async function removeSecondFactor(session: SqlSession, email: string): Promise<string[]> {
  const { rows } = await session.query(
    `delete from auth.mfa_factors using auth.users
     where users.id = user_id and lower(users.email) = lower($1) returning user_id::text`,
    [email],
  )
  const account = rows[0]?.['user_id']
  if (account === undefined) throw new UserFacingError(`${email} has no second factor.`)
  await session.query('delete from auth.sessions where user_id = $1::uuid', [account])
  return [`${email} signs in without a code now, until a new one is set up under Your Account.`]
}

/**
 * Removes a part of the demo catalogue, like the dashboard; the caller repeats it while a line names removed
 * records.
 * @returns with `isDryRun` the records that would be removed
 */
async function removeDemo({ query }: SqlSession, isDryRun: boolean): Promise<string[]> {
  await query(
    `select set_config('request.jwt.claim.sub', id::text, true), set_config('request.jwt.claims', '{"aal":"aal2"}', true)
     from public.profiles where is_admin order by created_at, id limit 1`,
    [],
  )
  if (isDryRun) {
    const { rows } = await query(
      `select format('Would be removed: %s %s.', records, replace(name, '_', ' ')) as line
       from (select *, cardinality(private.removable_demo_ids(name)) as records from private.demo_tables()) as counted
       where records > 0 order by step`,
      [],
    )
    return rows.length === 0 ? ['Nothing of the demo is left.'] : rows.map((row) => String(row['line']))
  }
  const { rows } = await query(
    `select format('Removed: %s %s.', part ->> 'deleted', replace(part ->> 'entity', '_', ' ')) as line
     from private.remove_demo() as part where part ->> 'entity' is not null`,
    [],
  )
  return rows.map((row) => String(row['line']))
}

/** For lost keys: the next start records the fingerprint of those that it has. */
async function acceptKeys({ query }: SqlSession): Promise<string[]> {
  await query(`delete from backend.progress where step = 'keys'`)
  return ['The next start accepts the keys of its data folder.']
}

/** Whether an account, by its id, works in the back office: an administrator's or of sales. */
export async function isStaff(database: Pick<SqlSession, 'query'>, account: string): Promise<boolean> {
  const { rows } = await database.query(
    'select from public.profiles where id = $1::uuid and (is_admin or is_sales)',
    [account],
  )
  return rows.length > 0
}

async function listPeople(session: SqlSession): Promise<string[]> {
  const { rows } = await session.query(
    `select u.email || case when p.is_admin then '' else ' (sales)' end as line
     from public.profiles p join auth.users u on u.id = p.id where p.is_admin or p.is_sales order by p.is_admin desc, u.email`,
  )
  return rows.length === 0 ? ['There is no administrator.'] : rows.map((row) => String(row['line']))
}

const lists = {
  leads: 'leads',
  quotations: 'quotations',
  approvals: 'approvals of quotations',
  emails: 'e-mails',
  accounts: 'accounts',
  favourites: 'favourites',
  views: 'views of lists',
  sign_ins: 'entries of the log of sign-ins',
  requests: 'requests about data',
} as const

/**
 * Exports a person's data by e-mail address, in any case, and erases it, like the back office: by the database's
 * `data_of` and `erase_address`.
 * @returns the export as JSON, then messages
 * @throws UserFacingError if there is no
 * data, or the account has a role in the back office
 */
export async function forgetPerson(session: SqlSession, email: string, isDryRun: boolean): Promise<string[]> {
  const admins = await session.query(
    'select from public.profiles join auth.users on users.id = profiles.id where (is_admin or is_sales) and lower(email) = lower($1)',
    [email],
  )
  if (admins.rows.length > 0) {
    throw new UserFacingError(
      `${email} may use the back office; run "npm run admin -- revoke ${email}" first.`,
    )
  }
  const { rows } = await session.query('select private.data_of($1)::text as person', [email])
  const kept = await session.query(
    'select private.kept_of(array(select private.quotations_of($1))) as kept',
    [email],
  )
  // Built by the function.
  const person = JSON.parse(String(rows[0]?.['person'])) as Record<keyof typeof lists, unknown[]>
  const names = Object.entries(lists) as [keyof typeof lists, string][]
  if (names.every(([name]) => person[name].length === 0)) {
    throw new UserFacingError(`Nothing is stored about ${email}.`)
  }
  if (!isDryRun) await session.query(`select private.erase_address($1, false, 'npm run admin')`, [email])
  const counts = names.map(([name, label]) => `${person[name].length} ${label}`).join(', ')
  return [
    JSON.stringify(person, null, 2),
    `${isDryRun ? 'Would be erased' : 'Erased'}: ${counts}, with their texts and sessions.`,
    'Leads stay for counts, without name, address, telephone number, message and notes.',
    `${keptText(recordOf(kept.rows[0]?.['kept']))} for the years in Site Settings, and are then deleted.`,
    'Backups from before still hold it until they are deleted; after restoring one, run this command again.',
    'Notices that were sent stay in their recipients’ mailboxes.',
  ]
}

/** The accepted quotations that stay, with their sum. */
function keptText({ kept, kept_paise: paise }: Readonly<Record<string, unknown>>): string {
  const sum = Number(kept ?? 0) > 0 ? ` (${Number(kept)} of ${rupees(Number(paise))} in all)` : ''
  return `Accepted quotations${sum} stay`
}
