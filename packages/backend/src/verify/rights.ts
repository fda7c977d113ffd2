import rights from '../../../../supabase/rights.json' with { type: 'json' }

/** The roles of supabase/rights.json; each may do what those before it may. */
export type RightsRole = 'anonymous' | 'customer' | 'sales' | 'administrator'
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
export const apiFunctions = Object.entries<FunctionEntry>(rights.functions).map(
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
