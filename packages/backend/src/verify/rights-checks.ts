import { preview } from '@giftwell/shared/catalogue/preview.ts'
import { type Actor, type Answer, type Checks, described, faultUnless, refused } from './check.ts'
import rights from '../../../../supabase/rights.json' with { type: 'json' }

const noId = '00000000-0000-4000-8000-000000000001'
/** The most rows that a reader who is not an administrator sees. */
const mostRows: Readonly<Record<string, number>> = { 'visitor products': 6, 'customer profiles': 1 }

const rightsRole = ({ role }: Actor): RightsRole => (role === 'visitor' ? 'anonymous' : role)

/** The query that names a row by its key; one that names no row when there is none. */
export function filterFor({ key }: ApiTable, row: Row = {}): string {
  return key.map((name) => `${name}=eq.${typeof row[name] === 'string' ? row[name] : noId}`).join('&')
}

/**
 * Checks a role's rights on every table without changes: a constraint also rejects each write. An administrator's
 * rights are checked by real writes (record-checks.ts).
 */
export async function checkTables(check: Checks, actor: Actor): Promise<void> {
  const role = rightsRole(actor)
  for (const table of apiTables) {
    const mayRead = table.may(role, 'select')
    await check.that(`${actor.role} ${mayRead ? 'may' : 'may not'} read ${table.name}`, async () =>
      readingFault(actor, table, mayRead),
    )
    if (table.may(role, 'update')) continue
    const written = (['insert', 'delete'] as const).filter((verb) => table.may(role, verb))
    const may = written.length > 0 ? `may only ${written.join(' and ')}` : 'may not write'
    const checkWrite = table.name === 'leads' ? check.asHuman : check.that
    await checkWrite(`${actor.role} ${may} ${table.name}`, async () => writingFault(actor, table))
  }
}

async function readingFault(actor: Actor, table: ApiTable, mayRead: boolean): Promise<string | null> {
  const answer = await actor.send('GET', `/rest/v1/${table.name}?select=${table.key.join()}&limit=1000`)
  if (!mayRead && answer.code === refused) return null
  if (answer.status !== 200 || (!mayRead && actor.role === 'visitor')) return faultUnless(false, answer)
  // Signed-in users share the grants of administrators; policies hide the rows.
  const most = mayRead ? (mostRows[`${actor.role} ${table.name}`] ?? Infinity) : 0
  const { length } = answer.rows
  return length > most ? `${length} rows are shown, and at most ${most} may be` : null
}

async function writingFault(actor: Actor, table: ApiTable): Promise<string | null> {
  const path = `/rest/v1/${table.name}`
  const mayWrite = (verb: 'insert' | 'delete') => table.may(rightsRole(actor), verb)
  const hasNoEffect = (verb: 'update' | 'delete', { status, code }: Answer) =>
    code === refused || (status < 300 && actor.role !== 'visitor' && table.may('administrator', verb))

  const added = await actor.send('POST', path, table.invalid)
  // Policies come before constraints, and that of favourites looks for the product.
  const isConstrained = mayWrite('insert') && table.name !== 'favourites'
  const isRejected = isConstrained ? added.code.startsWith('23') : added.code === refused
  const seen = await actor.send('GET', `${path}?select=${table.key.join()}&limit=1`)
  const changed = await actor.send('PATCH', `${path}?${filterFor(table, seen.rows[0])}`, table.invalid)
  const deleted = await actor.send('DELETE', `${path}?${filterFor(table)}`)
  const isDeletedRightly = mayWrite('delete') ? deleted.status < 300 : hasNoEffect('delete', deleted)
  const faults = [
    ...(isRejected ? [] : [`an insert is answered with ${described(added)}`]),
    ...(hasNoEffect('update', changed) ? [] : [`an update is answered with ${described(changed)}`]),
    ...(isDeletedRightly ? [] : [`a delete is answered with ${described(deleted)}`]),
  ]
  return faults.length === 0 ? null : faults.join('; ')
}

/** Checks the rights of a visitor or customer on every function, and the limits of allowed calls. */
export async function checkFunctions(check: Checks, actor: Actor): Promise<void> {
  const call = async (name: string, body: object) => actor.send('POST', `/rest/v1/rpc/${name}`, body)
  const role = rightsRole(actor)
  for (const [name, { yes, nothing, calls, harmless = calls?.[0] ?? {} }] of apiFunctions) {
    if (harmless === null) continue
    const mayCall = isFrom(yes, role)
    await check.that(`${actor.role} ${mayCall ? 'may call' : 'gets nothing from'} ${name}`, async () => {
      const answer = await call(name, harmless)
      // A function that was called may reject its arguments.
      const isCalled = answer.status < 300 || answer.code.startsWith('PT') || answer.code === '22023'
      if (mayCall) return faultUnless(isCalled, answer)
      const isNothing = isFrom(nothing, role) && answer.status < 300 && isEmpty(answer.body)
      return faultUnless(answer.code === refused || isNothing, answer)
    })
  }
  await check.that(`${actor.role} may ask for at most 1000 products of a basket`, async () => {
    const many = await call('products_still_there', { ids: Array.from({ length: 1001 }, () => noId) })
    return many.status === 400 ? null : `1001 are answered with ${described(many)}`
  })
  if (actor.role !== 'visitor') return
  const most = preview.results
  await check.that(`a visitor's catalogue shows at most ${most} products, whatever is asked`, async () => {
    for (const question of [{}, { budget: 'Rs.100-500' }, { after: 'x' }]) {
      const answer = await call('catalogue_page', { ...question, page_size: 1000 })
      // A cursor that is none may be rejected.
      if (answer.status === 400 && 'after' in question) continue
      if (answer.status !== 200) return faultUnless(false, answer)
      // The function's documented result.
      const { products, next } = answer.body as { products: unknown[]; next: unknown }
      if (products.length > most) return `${products.length} products are shown`
      if (next !== null) return 'it offers a next page'
    }
    return null
  })
}

function isEmpty(body: unknown): boolean {
  return ['null', '[]', '{}'].includes(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Checks the limits on leads, by leads that are rejected: one that is stored could not be removed through the API. */
export async function checkLeads(check: Checks, visitor: Actor): Promise<void> {
  // Without a phone number, so that a constraint rejects the row even if the limit passes. PostgreSQL checks constraints
  // in the order of their names.
  const lead = { name: 'Check', company: 'Check', email: 'check@example.com', phone: '' }
  const limits: readonly [constraint: string, values: object][] = [
    ['leads_company_length', { company: 'x'.repeat(201) }],
    ['leads_email_form', { email: '"check"@example.com' }],
    ['leads_message_length', { message: 'x'.repeat(5001) }],
    ['leads_name_length', { name: 'x'.repeat(201) }],
  ]
  for (const [constraint, values] of limits)
    await check.asHuman(`an inquiry keeps to ${constraint}`, async () => {
      const answer = await visitor.send('POST', '/rest/v1/leads', { ...lead, ...values })
      return faultUnless(JSON.stringify(answer.body).includes(constraint), answer)
    })
}

/** The roles of supabase/rights.json; each may do what those before it may. */
type RightsRole = 'anonymous' | 'customer' | 'sales' | 'administrator'
type Verb = 'select' | 'insert' | 'update' | 'delete'
export type Row = Readonly<Record<string, unknown>>

type Entry = Readonly<Partial<Record<Verb | 'write', string | undefined>>> & {
  readonly key?: readonly string[] | undefined
  readonly row: Row
  readonly invalid?: Row | undefined
}
interface FunctionEntry {
  readonly yes?: string | undefined
  readonly nothing?: string | undefined
  readonly calls?: readonly object[] | undefined
  /** Arguments that change nothing on a site in use; null when there are none. */
  readonly harmless?: object | null | undefined
}

const unknownId = '00000000-0000-4000-8000-000000000000'
const isFrom = (least: string | undefined, role: RightsRole): boolean =>
  least !== undefined && rights.roles.indexOf(role) >= rights.roles.indexOf(least)

/** A table of the API. */
export type ApiTable = (typeof apiTables)[number]

/** Every table of the API; a test of the database compares them with its own. */
export const apiTables = Object.entries<Entry>(rights.tables).map(([name, entry]) => ({
  name,
  /** The columns that name a row. */
  key: entry.key ?? ['id'],
  /** A row that a writer may add; `$themes` is the id of a theme. */
  row: entry.row,
  /** Values that a constraint rejects: where a role may write, they change nothing. */
  invalid: entry.invalid ?? emptied(entry.row),
  may: (role: RightsRole, verb: Verb): boolean =>
    isFrom(entry[verb] ?? (verb === 'select' ? undefined : entry.write), role),
}))

const apiFunctions = Object.entries<FunctionEntry>(rights.functions)

function emptied(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      return [name, name.endsWith('_id') ? unknownId : '']
    }),
  )
}
