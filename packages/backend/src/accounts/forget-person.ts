import type { SqlSession } from '../database/database.ts'
import { UserFacingError } from '../process/errors.ts'

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
 * Exports what is stored of a person, by e-mail address in any case, and erases it, as the back office does: the database's
 * `data_of` and `erase_address`.
 * @returns the export as JSON, then sentences
 * @throws UserFacingError when nothing is stored, or the account may use the back office
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
    'Accepted quotations stay for as long as the seller keeps legal copies (Site Settings), and are deleted then.',
    'Backups from before still hold it until they are deleted; after restoring one, run this command again.',
    'Notices that were sent stay in the mailboxes of those who got them.',
  ]
}
