import { apiTables } from '../../verify/rights-checks.ts'
import { hiddenWord, type Rows } from './fuzzed-site.ts'
import { words } from './hostile-values.ts'
import type { Role } from './wire.ts'

/** What everyone adds by inquiries and sign-ups, through functions and triggers. */
const addedByEveryone = new Set([
  'lead_items',
  'lead_handling',
  'outbox',
  'profiles',
  'contacts',
  'companies',
])
/** What administrators write through functions and triggers, beside what supabase/rights.json lets them write. */
const writtenByAdministrators = new Set(
  words(
    'lead_items lead_events lead_handling lead_replies record_history imports import_rows quotations quotation_versions quotation_events quotation_links',
  ),
)
/** What every sign-in writes. */
const writtenBySignIns = new Set(
  words('identities sessions refresh_tokens one_time_tokens flow_state mfa_amr_claims audit_log_entries'),
)

interface Limits {
  /** The columns whose values the role cannot change in any row. */
  readonly unchanged: readonly string[] | 'all'
  readonly mayGrow: boolean
}

/** One sentence for each write that exceeds the role's rights. */
export function writtenBeyondRights(role: Role, before: Rows, after: Rows): string[] {
  const found = [...before].flatMap(([table, rows]) => {
    const limits = limitsOf(role, table)
    if (limits === null) return []
    const { unchanged, mayGrow } = limits
    const textOf = (row: object) =>
      JSON.stringify(
        unchanged === 'all' ? row : Object.entries(row).filter(([name]) => unchanged.includes(name)),
      )
    const now = after.get(table) ?? []
    const texts = new Set(now.map(textOf))
    const missing = rows.filter((row) => !texts.has(textOf(row))).length
    const added = mayGrow ? 0 : now.length - rows.length
    return [
      ...(missing > 0 ? [`${missing} rows of ${table} were changed or removed`] : []),
      ...(added > 0 ? [`${added} rows were added to ${table}`] : []),
    ]
  })
  return administratorsIn(before) === administratorsIn(after)
    ? found
    : [...found, 'the administrators changed']
}

/** Whether a response shows another role what only an administrator may read. */
export function showsHidden(role: Role, answer: string): boolean {
  return role !== 'administrator' && answer.includes(hiddenWord)
}

/** What a role may not do to a table; null when it may add, change and remove rows. */
function limitsOf(role: Role, qualified: string): Limits | null {
  const [schema, name = ''] = qualified.split('.')
  const isAdministrator = role === 'administrator'
  if (schema === 'private') return null
  if (qualified === 'auth.users') return { unchanged: ['id', 'created_at'], mayGrow: true }
  if (schema === 'auth' && writtenBySignIns.has(name)) return null
  // The server sends the e-mails meanwhile.
  if (name === 'outbox')
    return { unchanged: ['id', 'lead_id', 'kind', 'recipient', 'created_at'], mayGrow: true }
  const table = schema === 'public' ? apiTables.find((each) => each.name === name) : undefined
  if (table === undefined) return isAdministrator ? null : { unchanged: 'all', mayGrow: false }
  const may = (verb: 'insert' | 'update' | 'delete') =>
    table.may(role === 'forger' ? 'anonymous' : role, verb)
  // Of the caller's own rows the database's tests check that others' are out of reach.
  if (may('update') || may('delete') || (isAdministrator && writtenByAdministrators.has(name))) return null
  return { unchanged: 'all', mayGrow: may('insert') || addedByEveryone.has(name) }
}

function administratorsIn(rows: Rows): string {
  const profiles = rows.get('public.profiles') ?? []
  // As PostgreSQL or JSON writes it.
  const administrators = profiles.filter((row) => ['true', 't'].includes(row['is_admin'] ?? ''))
  return administrators
    .map((row) => row['id'] ?? '')
    .toSorted()
    .join()
}
