import { preview } from '@giftwell/shared/catalogue/preview.ts'
import { type Actor, type Answer, described, refused, type Check, faultUnless } from './check.ts'
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
export function tableChecks(actor: Actor): Check[] {
  const role = rightsRole(actor)
  return apiTables.flatMap((table) => {
    const mayRead = table.may(role, 'select')
    const written = (['insert', 'delete'] as const).filter((verb) => table.may(role, verb))
    const may = written.length > 0 ? `may only ${written.join(' and ')}` : 'may not write'
    return [
      {
        name: `${actor.role} ${mayRead ? 'may' : 'may not'} read ${table.name}`,
        run: async () => readingFault(actor, table, mayRead),
      },
      ...(table.may(role, 'update')
        ? []
        : [
            {
              name: `${actor.role} ${may} ${table.name}`,
              isForHumans: table.name === 'leads',
              run: async () => writingFault(actor, table),
            },
          ]),
    ]
  })
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
export function functionChecks(actor: Actor): Check[] {
  const call = async (name: string, body: object) => actor.send('POST', `/rest/v1/rpc/${name}`, body)
  const rights = apiFunctions.flatMap(({ name, harmless, answerTo }): Check[] => {
    if (harmless === null) return []
    const expected = answerTo(rightsRole(actor))
    const run = async (): Promise<string | null> => {
      const answer = await call(name, harmless)
      // A function that was called may reject its arguments.
      const isCalled = answer.status < 300 || answer.code.startsWith('PT') || answer.code === '22023'
      if (expected === 'yes') return faultUnless(isCalled, answer)
      const isNothing = expected === 'nothing' && answer.status < 300 && isEmpty(answer.body)
      return faultUnless(answer.code === refused || isNothing, answer)
    }
    return [{ name: `${actor.role} ${expected === 'yes' ? 'may call' : 'gets nothing from'} ${name}`, run }]
  })
  return [
    ...rights,
    {
      name: `${actor.role} may ask for at most 1000 products of a basket`,
      async run() {
        const many = await call('products_still_there', { ids: Array.from({ length: 1001 }, () => noId) })
        return many.status === 400 ? null : `1001 are answered with ${described(many)}`
      },
    },
    ...(actor.role === 'visitor' ? [previewCheck(async (question) => call('catalogue_page', question))] : []),
  ]
}

function isEmpty(body: unknown): boolean {
  return ['null', '[]', '{}'].includes(typeof body === 'string' ? body : JSON.stringify(body))
}

function previewCheck(page: (question: object) => Promise<Answer>): Check {
  return {
    name: `a visitor's catalogue shows at most ${preview.results} products, whatever is asked`,
    async run() {
      for (const question of [{}, { budget: 'Rs.100-500' }, { after: 'x' }]) {
        const answer = await page({ ...question, page_size: 1000 })
        // A cursor that is none may be rejected.
        if (answer.status === 400 && 'after' in question) continue
        if (answer.status !== 200) return faultUnless(false, answer)
        // The function's documented result.
        const { products, next } = answer.body as { products: unknown[]; next: unknown }
        if (products.length > preview.results) return `${products.length} products are shown`
        if (next !== null) return 'it offers a next page'
      }
      return null
    },
  }
}

/** The limits on leads, by leads that are rejected: one that is stored could not be removed through the API. */
export function leadChecks(visitor: Actor): Check[] {
  // Without a phone number, so that a constraint rejects the row even if the limit passes. PostgreSQL checks constraints
  // in the order of their names.
  const lead = { name: 'Check', company: 'Check', email: 'check@example.com', phone: '' }
  const limits: readonly [constraint: string, values: object][] = [
    ['leads_company_length', { company: 'x'.repeat(201) }],
    ['leads_email_form', { email: '"check"@example.com' }],
    ['leads_message_length', { message: 'x'.repeat(5001) }],
    ['leads_name_length', { name: 'x'.repeat(201) }],
  ]
  return limits.map(([constraint, values]) => ({
    name: `an inquiry keeps to ${constraint}`,
    isForHumans: true,
    async run() {
      const answer = await visitor.send('POST', '/rest/v1/leads', { ...lead, ...values })
      return faultUnless(JSON.stringify(answer.body).includes(constraint), answer)
    },
  }))
}

/** The roles of supabase/rights.json; each may do what those before it may. */
type RightsRole = 'anonymous' | 'customer' | 'sales' | 'administrator'
export type Verb = 'select' | 'insert' | 'update' | 'delete'
export type Row = Readonly<Record<string, unknown>>

/** A table of the API. */
export interface ApiTable {
  readonly name: string
  /** The columns that name a row. */
  readonly key: readonly string[]
  /** A row that a writer may add; `$themes` is the id of a theme. */
  readonly row: Row
  /** Values that a constraint rejects: where a role may write, they change nothing. */
  readonly invalid: Row
  may(role: RightsRole, verb: Verb): boolean
}

/** A function of the API. */
export interface ApiFunction {
  readonly name: string
  /** Arguments that change nothing on a site in use; null when there are none. */
  readonly harmless: object | null
  answerTo(role: RightsRole): 'yes' | 'nothing' | 'no'
}

type Entry = Readonly<Partial<Record<Verb | 'write', string | undefined>>> & {
  readonly key?: readonly string[] | undefined
  readonly row: Row
  readonly invalid?: Row | undefined
}
interface FunctionEntry {
  readonly yes?: string | undefined
  readonly nothing?: string | undefined
  readonly calls?: readonly object[] | undefined
  readonly harmless?: object | null | undefined
}

const unknownId = '00000000-0000-4000-8000-000000000000'
const isFrom = (least: string | undefined, role: RightsRole): boolean =>
  least !== undefined && rights.roles.indexOf(role) >= rights.roles.indexOf(least)

/** Every table of the API; a test of the database compares them with its own. */
export const apiTables = Object.entries<Entry>(rights.tables).map(([name, entry]): ApiTable => ({
  name,
  key: entry.key ?? ['id'],
  row: entry.row,
  invalid: entry.invalid ?? emptied(entry.row),
  may: (role, verb) => isFrom(entry[verb] ?? (verb === 'select' ? undefined : entry.write), role),
}))

/** Every function of the API. */
const apiFunctions = Object.entries<FunctionEntry>(rights.functions).map(
  ([name, { yes, nothing, calls = [{}], harmless = calls[0] ?? {} }]): ApiFunction => ({
    name,
    harmless,
    answerTo: (role) => (isFrom(yes, role) ? 'yes' : isFrom(nothing, role) ? 'nothing' : 'no'),
  }),
)

function emptied(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      return [name, name.endsWith('_id') ? unknownId : '']
    }),
  )
}
