import type { SqlSession } from '../database/database.ts'
import { UserFacingError } from '../process/errors.ts'

/** The accounts with an address, the leads of that address or of these accounts, and the quotations of both. */
const personRows = `
  with account as (select * from auth.users where lower(email) = lower($1)),
  lead as (select * from public.leads where lower(email) = lower($1) or sender_id in (select id from account)),
  quotation as (select * from public.quotations where lead_id in (select id from lead) or id in (
    select quotation_id from public.quotation_versions where lower(content -> 'buyer' ->> 'email') = lower($1)
  )),
  mail as (select * from public.outbox where lower(recipient) = lower($1) or lead_id in (select id from lead)
    or version_id in (select id from public.quotation_versions where quotation_id in (select id from quotation))),
  entry as (select * from auth.audit_log_entries where lower(payload ->> 'actor_username') = lower($1))`

const exported = `${personRows}
  select jsonb_build_object(
    'email', $1::text,
    'leads', (select coalesce(jsonb_agg(to_jsonb(lead) - 'search_text' - 'lines_hash' - 'link' || jsonb_build_object(
      'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
      'history', (select coalesce(jsonb_agg(to_jsonb(event) - 'lead_id' order by number), '[]') from public.lead_events as event where lead_id = lead.id)
    ) order by lead.created_at), '[]') from lead),
    'quotations', (select coalesce(jsonb_agg(to_jsonb(quotation) || jsonb_build_object(
      'versions', (select jsonb_agg(to_jsonb(version) - 'quotation_id' order by revision) from public.quotation_versions as version where quotation_id = quotation.id),
      'history', (select coalesce(jsonb_agg(to_jsonb(event) - 'quotation_id' order by number), '[]') from public.quotation_events as event where quotation_id = quotation.id)
    ) order by quotation.created_at), '[]') from quotation),
    'approvals', (select coalesce(jsonb_agg(to_jsonb(event) order by number), '[]') from public.quotation_events as event
      where lower(value ->> 'email') = lower($1)),
    'emails', (select coalesce(jsonb_agg(to_jsonb(mail) - 'link' order by created_at), '[]') from mail),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'email', email, 'name', (select name from public.profiles where profiles.id = account.id),
      'created_at', created_at, 'confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at
    )), '[]') from account),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product_id, 'name', product.name, 'created_at', favourite.created_at
    )), '[]') from public.favourites as favourite join public.products as product on product.id = product_id
      where user_id in (select id from account)),
    'views', (select coalesce(jsonb_agg(to_jsonb(list_view) - 'owner_id' order by list_view.created_at), '[]')
      from public.list_views as list_view where owner_id in (select id from account)),
    'sign_ins', (select coalesce(jsonb_agg(to_jsonb(entry) order by created_at), '[]') from entry)
  ) as person`

/** Of a quotation that was accepted a legal copy stays, without its lead and links, for as long as the seller's profile says. */
const keepingLegalCopies = `${personRows} update public.quotations set erase_on = private.day_in_india(
    coalesce((accepted ->> 'at')::timestamptz, sent_at) + make_interval(years => kept_years)
  )
  from public.quotation_versions as version, public.seller_profile
  where version.quotation_id = quotations.id and accepted is not null and kept_years is not null
    and quotations.id in (select id from quotation)`

/** Each with what refers to it: lines, history and e-mails go with a lead, favourites, views of lists and sessions with an account. */
const erasing = [
  keepingLegalCopies,
  `${personRows} delete from public.quotation_links where lower(email) = lower($1) or quotation_id in (select id from quotation)`,
  "delete from public.quotation_events where lower(value ->> 'email') = lower($1)",
  `${personRows} delete from public.outbox where id in (select id from mail)`,
  `${personRows} delete from public.quotations where id in (select id from quotation) and erase_on is null`,
  `${personRows} delete from public.leads where id in (select id from lead)`,
  `${personRows} delete from auth.audit_log_entries where id in (select id from entry)`,
  'delete from auth.users where lower(email) = lower($1)',
  'delete from private.invitations where lower($1) in (lower(email), lower(invited_by))',
  'delete from private.sent_leads where email = lower($1)',
  'delete from private.sent_mails where mailbox = private.normalized_mailbox($1)',
]

const lists = {
  leads: 'leads',
  quotations: 'quotations',
  approvals: 'approvals of quotations',
  emails: 'e-mails',
  accounts: 'accounts',
  favourites: 'favourites',
  views: 'views of lists',
  sign_ins: 'entries of the log of sign-ins',
} as const

/**
 * Exports what is stored of a person, by e-mail address in any case, and erases it.
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
  const { rows } = await session.query(exported, [email])
  const found = rows[0]?.['person']
  // The statement makes it; a driver may give JSON as text.
  const person = (typeof found === 'string' ? JSON.parse(found) : found) as Record<
    keyof typeof lists,
    unknown[]
  >
  const names = Object.entries(lists) as [keyof typeof lists, string][]
  if (names.every(([name]) => person[name].length === 0)) {
    throw new UserFacingError(`Nothing is stored of ${email}.`)
  }
  if (!isDryRun) for (const statement of erasing) await session.query(statement, [email])
  const counts = names.map(([name, label]) => `${person[name].length} ${label}`).join(', ')
  return [
    JSON.stringify(person, null, 2),
    `${isDryRun ? 'Would be erased' : 'Erased'}: ${counts}, with their lines, history and sessions.`,
    'Accepted quotations stay for as long as the seller keeps legal copies (Site Settings), and are deleted then.',
    'Backups from before still hold it until they are deleted; after restoring one, run this command again.',
    'The mailboxes of those who were sent notices have theirs.',
  ]
}
