import type { SqlSession } from '../database/database.ts'

/** A table whose rows belong in a backup. */
export interface Table {
  readonly schema: string
  readonly table: string
  /** Whether it is Giftwell's. The schema `public` may have other tables of the database's owner. */
  readonly isOwn: boolean
  /** Generated columns are left out. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/**
 * Every table but the system's, the extensions' and the record of migrations, each after the tables that it
 * references. Giftwell's tables in `public` are those that its migrations protect from TRUNCATE.
 */
export async function tablesIn(session: SqlSession): Promise<Table[]> {
  const { rows } = await session.query(`
    select c.oid::int8::text as id, n.nspname::text as schema, c.relname::text as "table",
      n.nspname in ('auth', 'backend', 'private', 'storage') or n.nspname = 'public' and exists (
        select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = to_regproc('private.refuse_truncate')
      ) as is_own,
      (select json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum)
       from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')::text as columns,
      (select coalesce(json_agg(distinct k.confrelid::int8::text), '[]') from pg_constraint k
       where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid)::text as refers_to
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_'
      and n.nspname not in ('information_schema', 'supabase_migrations')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by n.nspname, c.relname`)
  return inOrder(
    rows.map((row) => ({
      id: String(row['id']),
      // Built by the query above.
      refersTo: JSON.parse(String(row['refers_to'])) as string[],
      schema: String(row['schema']),
      table: String(row['table']),
      isOwn: row['is_own'] === true,
      columns: (JSON.parse(String(row['columns'])) as [string, string][]).map(([name, type]) => ({
        name,
        type,
      })),
    })),
  ).map(({ schema, table, isOwn, columns }) => ({ schema, table, isOwn, columns }))
}

/** A qualified identifier, quoted for a statement. */
export function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')
}

interface Node extends Table {
  readonly id: string
  readonly refersTo: readonly string[]
}

function inOrder(nodes: readonly Node[]): Node[] {
  const ordered: Node[] = []
  let left = [...nodes]
  while (left.length > 0) {
    const waiting = new Set(left.map(({ id }) => id))
    const free = left.filter(({ refersTo }) => !refersTo.some((id) => waiting.has(id)))
    // Tables that reference one another in a cycle are unordered; a deferred constraint may allow it.
    const next = free.length > 0 ? free : left
    ordered.push(...next)
    left = left.filter((node) => !next.includes(node))
  }
  return ordered
}

/**
 * Fixes the output format of values until the end of the transaction: a date of `01/02/2026` or a rounded number would
 * be restored as another one. Rows that a policy hides are an error.
 */
export async function setCanonicalOutputFormat(session: SqlSession): Promise<void> {
  await session.run(`
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local extra_float_digits = 3;
    set local bytea_output = 'hex';
    set local timezone = 'UTC';
    set local row_security = off;
  `)
}
