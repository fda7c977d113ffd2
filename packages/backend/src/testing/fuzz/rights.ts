import type { Role } from './fuzz-request.ts'
import { hiddenWord, type Rows } from './fuzzed-site.ts'

/** One sentence for each write that exceeds the role's rights. */
export function writtenBeyondRights(role: Role, before: Rows, after: Rows): string[] {
  const found: string[] = []
  for (const [table, rows] of before) {
    const now = after.get(table) ?? []
    const unchanged = unchangedColumns(role, table)
    if (unchanged === null) continue
    const missing = rows.filter((row) => !has(now, row, unchanged))
    if (missing.length > 0) found.push(`${missing.length} rows of ${table} were changed or removed`)
    const mayGrow = grows.has(table) || role === 'administrator'
    if (!mayGrow && now.length > rows.length)
      found.push(`${now.length - rows.length} rows were added to ${table}`)
  }
  const administrators = (all: Rows): string[] =>
    (all.get('public.profiles') ?? []).flatMap((row) => (isTrue(row['is_admin']) ? [row['id'] ?? ''] : []))
  if (administrators(before).toSorted().join() !== administrators(after).toSorted().join()) {
    found.push('the administrators changed')
  }
  return found
}

/** Whether a response shows another role what only an administrator may read. */
export function showsHidden(role: Role, answer: string): boolean {
  return role !== 'administrator' && answer.includes(hiddenWord)
}

/** Tables that the public adds rows to by inquiries, sign-ups and sign-ins. */
const grows = new Set([
  'public.favourites',
  'public.leads',
  'public.lead_items',
  'public.lead_handling',
  'public.outbox',
  'public.profiles',
  'auth.users',
  'auth.identities',
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.one_time_tokens',
  'auth.flow_state',
  'auth.mfa_amr_claims',
  'auth.audit_log_entries',
])

const accounts = new Set(['auth.users', 'auth.identities', 'auth.mfa_amr_claims'])

/**
 * The columns of a table whose values the role cannot change in any row; `all`; or null when it may add and remove rows:
 * an administrator in the back office's tables, and every role in sessions and tokens.
 */
function unchangedColumns(role: Role, table: string): readonly string[] | 'all' | null {
  if (table === 'auth.users') return ['id', 'created_at']
  if (accounts.has(table) || (grows.has(table) && table.startsWith('auth.'))) return null
  // The server sends them meanwhile.
  if (table === 'public.outbox') return ['id', 'lead_id', 'kind', 'recipient', 'created_at']
  // The caller's own; the database's tests check that others' are out of reach.
  if (table === 'public.favourites' && role === 'customer') return null
  if (table === 'public.leads' || table === 'public.profiles') return 'all'
  if (table.startsWith('private.')) return null
  return role === 'administrator' ? null : 'all'
}

function has(
  rows: Rows extends ReadonlyMap<string, infer R> ? R : never,
  row: object,
  unchanged: readonly string[] | 'all',
): boolean {
  const text = (each: object): string =>
    JSON.stringify(
      unchanged === 'all' ? each : Object.entries(each).filter(([name]) => unchanged.includes(name)),
    )
  const wanted = text(row)
  return rows.some((each) => text(each) === wanted)
}

function isTrue(text: string | null | undefined): boolean {
  return text === 'true' || text === 't'
}
