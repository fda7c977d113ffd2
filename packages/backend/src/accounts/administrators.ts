import { z } from 'zod'
import type { SqlSession } from '../database/database.ts'
import { UserFacingError } from '../process/errors.ts'

/** What may be asked about administrators (specification, section 6: how admin status is decided). */
export const orderSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('grant'), email: z.string() }),
  z.object({ action: z.literal('revoke'), email: z.string() }),
  z.object({ action: z.literal('list') }),
])
export type AdministratorOrder = z.infer<typeof orderSchema>

const nobodyIsLeft =
  'Nobody is an administrator now, so nobody can open the back office; "npm run admin -- grant EMAIL" makes one.'

/**
 * Carries an order out and says what is so now, in lines for a person. E-mail addresses match in any case.
 * @throws UserFacingError when no account has the e-mail
 */
export async function carryOut(session: SqlSession, order: AdministratorOrder): Promise<string[]> {
  if (order.action === 'list') return listAdministrators(session)
  const isAdmin = order.action === 'grant'
  const { rows } = await session.query(
    `insert into public.profiles (id, is_admin)
     select id, $2::boolean from auth.users where lower(email) = lower($1) and deleted_at is null
     on conflict (id) do update set is_admin = excluded.is_admin
     returning id`,
    [order.email, isAdmin],
  )
  if (rows.length === 0) throw new UserFacingError(`There is no account with the e-mail ${order.email}.`)
  const done = `${order.email} is ${isAdmin ? 'now' : 'no longer'} an administrator.`
  const left = await session.query('select from public.profiles where is_admin limit 1')
  return left.rows.length > 0 ? [done] : [done, nobodyIsLeft]
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
