import { type Actor, type Answer, described, refused } from './actor.ts'
import type { Check } from './check.ts'
import { type VerifiedTable, verifiedTables } from './tables.ts'

const section = '1. The database'
/** A row that does not exist. */
const noId = '00000000-0000-4000-8000-000000000001'

/** The rights of a role on every table. Nothing is changed: whatever is written is refused by a constraint, too. */
export function tableChecks(actor: Actor): Check[] {
  return verifiedTables.flatMap((table) => [
    {
      name: `${actor.role} ${mayRead(actor, table) ? 'may' : 'may not'} read ${table.name}`,
      section,
      run: async () => checkReading(actor, table),
    },
    ...(actor.role === 'administrator' && table.isManaged
      ? []
      : [
          {
            name: `${actor.role} ${table.name === 'leads' ? 'may only add' : 'may not add or change'} ${table.name}`,
            section,
            isForHumans: table.name === 'leads',
            run: async () => checkWriting(actor, table),
          } as const,
        ]),
  ])
}

function mayRead({ role }: Actor, { readers }: VerifiedTable): boolean {
  return readers === 'everyone' || role !== 'visitor'
}

async function checkReading(actor: Actor, table: VerifiedTable): Promise<string | null> {
  const answer = await actor.send('GET', `/rest/v1/${table.name}?select=${table.key.join()}&limit=1000`)
  if (!mayRead(actor, table))
    return answer.code === refused ? null : `it is answered with ${described(answer)}`
  if (answer.status !== 200) return `it is answered with ${described(answer)}`
  const rows = rowsOf(answer).length
  const most = mostRows(actor, table)
  return rows > most ? `${rows} rows are shown, and at most ${most} may be` : null
}

/** Visitors see the products of the home page; customers no leads and their own profile. */
function mostRows({ role }: Actor, { name }: VerifiedTable): number {
  if (name === 'products' && role === 'visitor') return 6
  if (
    /^lead|^outbox$|^deleted_records$|^missed_searches$|^import|^site_settings$/.test(name) &&
    role === 'customer'
  )
    return 0
  return name === 'profiles' ? 1 : Infinity
}

async function checkWriting(actor: Actor, table: VerifiedTable): Promise<string | null> {
  const path = `/rest/v1/${table.name}`
  const faults: string[] = []
  const added = await actor.send('POST', path, table.impossible)
  // Policies come before constraints.
  const expected = table.name === 'leads' ? '23514' : refused
  if (added.code !== expected) faults.push(`an insert is answered with ${described(added)}`)

  const seen = rowsOf(await actor.send('GET', `${path}?select=${table.key.join()}&limit=1`))[0]
  const changed = await actor.send('PATCH', `${path}?${filterFor(table, seen)}`, table.impossible)
  if (!isWithoutEffect(actor, table, changed)) faults.push(`an update is answered with ${described(changed)}`)

  // Of a row that does not exist.
  const deleted = await actor.send('DELETE', `${path}?${filterFor(table, undefined)}`)
  const mayDelete = table.isOnlyDeletedFrom === true && actor.role !== 'visitor' && deleted.status < 300
  if (!mayDelete && !isWithoutEffect(actor, table, deleted))
    faults.push(`a delete is answered with ${described(deleted)}`)
  return faults.length === 0 ? null : faults.join('; ')
}

/** Signed-in users share the grants of administrators: policies let their writes reach no row. */
function isWithoutEffect({ role }: Actor, { isManaged }: VerifiedTable, { status, code }: Answer): boolean {
  return code === refused || (role !== 'visitor' && isManaged && status < 300)
}

/** The query that names a row by its key; one that names no row when there is none. */
export function filterFor({ key }: VerifiedTable, row: Record<string, unknown> | undefined): string {
  return key.map((column) => `${column}=eq.${idOf(row?.[column])}`).join('&')
}

function idOf(value: unknown): string {
  return typeof value === 'string' ? value : noId
}

/** The rows of an answer; none when it is an error. */
export function rowsOf({ body }: Answer): Record<string, unknown>[] {
  // The API's rows are objects.
  return Array.isArray(body) ? (body as Record<string, unknown>[]) : []
}
