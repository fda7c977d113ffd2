import type { Role } from './fuzz-request.ts'
import { hiddenWord, type Rows } from './fuzzed-site.ts'

/** What was written that the role may not write, in sentences; none when all is well. */
export function writtenBeyondRights(role: Role, before: Rows, after: Rows): string[] {
  const found: string[] = []
  for (const [table, rows] of before) {
    const now = after.get(table) ?? []
    const kept = keptColumns(role, table)
    if (kept === null) continue
    const missing = rows.filter((row) => !has(now, row, kept))
    if (missing.length > 0) found.push(`${missing.length} rows of ${table} were changed or removed`)
    const mayGrow = grows.has(table) || role === 'administrator'
    if (!mayGrow && now.length > rows.length)
      found.push(`${now.length - rows.length} rows were added to ${table}`)
  }
  const administrators = (all: Rows): string[] =>
    (all.get('public.profiles') ?? []).flatMap((row) => (isTrue(row['is_admin']) ? [row['id'] ?? ''] : []))
  if (administrators(before).toSorted().join() !== administrators(after).toSorted().join()) {
    found.push('somebody became an administrator, or no longer is one')
  }
  return found
}

/** Whether an answer shows somebody what only an administrator may read. */
export function showsHidden(role: Role, answer: string): boolean {
  return role !== 'administrator' && answer.includes(hiddenWord)
}

/** Tables that the public adds rows to: inquiries, and what signing up and in leaves. */
const grows = new Set([
  'public.leads',
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
 * The columns of a table that must stay as they were in every row, `all` of them, or null when rows may come and go:
 * of what the back office manages when an administrator asks, and of sessions and tokens.
 */
function keptColumns(role: Role, table: string): readonly string[] | 'all' | null {
  if (table === 'auth.users') return ['id', 'created_at']
  if (accounts.has(table) || (grows.has(table) && table.startsWith('auth.'))) return null
  if (table === 'public.leads' || table === 'public.profiles') return 'all'
  if (table.startsWith('private.')) return null
  return role === 'administrator' ? null : 'all'
}

function has(
  rows: Rows extends ReadonlyMap<string, infer R> ? R : never,
  row: object,
  kept: readonly string[] | 'all',
): boolean {
  const text = (each: object): string =>
    JSON.stringify(kept === 'all' ? each : Object.entries(each).filter(([name]) => kept.includes(name)))
  const wanted = text(row)
  return rows.some((each) => text(each) === wanted)
}

function isTrue(text: string | null | undefined): boolean {
  return text === 'true' || text === 't'
}
