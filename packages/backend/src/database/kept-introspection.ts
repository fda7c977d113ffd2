import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { writePrivateFile } from '../private-file.ts'
import type { Database, Transact } from './database.ts'

/**
 * What the library asks the catalogs for, in the words of its own queries and of the database's version: with others
 * in their place the answer would have another form.
 */
const catalogs = `
  select concat_ws(' ', version(),
    (select string_agg(nspname || oid, ',' order by oid) from pg_namespace where nspname !~ '^pg_'),
    ${[
      'pg_class where oid',
      'pg_attribute where attrelid',
      'pg_attrdef where adrelid',
      'pg_constraint where oid',
      'pg_index where indexrelid',
      'pg_description where objoid',
      'pg_type where oid',
      'pg_enum where enumtypid',
      'pg_proc where oid',
      'pg_inherits where inhrelid',
      'pg_rewrite where ev_class',
    ]
      .map(
        (rows) =>
          `(select concat_ws(':', count(*), max(xmin::text::bigint), sum(xmin::text::bigint)) from ${rows} >= 16384)`,
      )
      .join(', ')}) as state`

const keptSchema = z.object({ state: z.string(), introspection: z.string() })

/**
 * Lets the library look at the tables once, not again for each of the requests that come while it does, and keeps what
 * it saw in a file for the next start: in the embedded database that look takes longer than all else that a first
 * answer needs. What was kept counts only for a database whose catalogs are, row by row, those that were looked at.
 */
export function keepIntrospection({ connection, transaction }: Database, file: string | null): void {
  const introspect = connection.introspect.bind(connection)
  let underWay: ReturnType<typeof introspect> | undefined
  connection.introspect = async (options) => {
    if (options?.useCache !== true) return introspect(options)
    underWay ??= introspect(options).finally(() => {
      underWay = undefined
    })
    return underWay
  }
  if (file === null) return
  const queries = createHash('sha256').update(introspect.toString()).update(String(connection.constructor))
  const form = queries.digest('base64url')
  let state: string | null = null
  connection.config.schemaCache = {
    async get() {
      state = `${form} ${await stateOfCatalogs(transaction)}`
      const kept = await readKept(file)
      return kept?.state === state ? kept.introspection : undefined
    },
    async set(_key, introspection) {
      // A full disk, for example: then the next start looks again.
      if (state !== null)
        await writePrivateFile(file, JSON.stringify({ state, introspection })).catch(() => {})
    },
    // The library forgets what it knows whenever it closes; what was kept tells by itself whether it still counts.
    async delete() {},
  }
}

/** Says when a row of the catalogs was added, changed or removed: each one bears the number of its transaction. */
async function stateOfCatalogs(transact: Transact): Promise<string> {
  const { rows } = await transact(async (session) => session.query(catalogs))
  return String(rows[0]?.['state'])
}

async function readKept(file: string): Promise<z.infer<typeof keptSchema> | undefined> {
  try {
    return keptSchema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}
