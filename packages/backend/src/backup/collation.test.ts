import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import connect from 'postgres'
import { describe, expect, it } from 'vitest'
import { startChild } from '../testing/child-process.ts'
import { administrator, startTestServer } from '../testing/test-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { testedPostgres } from '../testing/tested-databases.ts'

/** Names that collations put into different orders. */
const names = [
  'éclair',
  'Eclair',
  'zebra',
  'Zebra',
  'ÅNGSTRÖM',
  'angstrom',
  'İznik',
  '"Quoted"',
  "O'Neil",
  '(a, b)',
]
const products = names.flatMap((name) => [1, 2, 3].map((number) => ({ name: `${name} ${number}` })))

const { url, skipReason } = await testedPostgres(false)

async function run(program: string, words: string[], env: Record<string, string>): Promise<unknown> {
  const child = startChild(`${program}-command.ts`, words, env)
  return { status: await child.ended, err: child.err.join('\n') }
}

/** The names of all products, page after page as the back office reads them. */
async function walk(admin: SupabaseClient, ascending: boolean, words: string): Promise<string[]> {
  const found: string[] = []
  let beyond: { beyond: string; beyond_id: string } | undefined
  for (;;) {
    const { data, error } = await admin
      .rpc('find_products', { words, sorted: 'name', ascending, size: 7, ...beyond })
      .select('id, name')
      .order('name', { ascending })
      .order('id', { ascending })
    if (error !== null) throw error
    // The client is untyped; the columns are those of `select`.
    const rows = data as { id: string; name: string }[]
    const last = rows.at(-1)
    if (last === undefined) return found
    found.push(...rows.map(({ name }) => name))
    beyond = { beyond: last.name, beyond_id: last.id }
  }
}

describe.skipIf(skipReason)(
  'a backup of another collation',
  { tags: 'full', timeout: 240_000, meta: { skipReason } },
  () => {
    it('a database of ICU lists every restored product by name, in both directions, and finds it', async () => {
      await using temporary = await temporaryFolder()
      const at = (name: string): string => join(temporary.path, name)
      const embedded = await startTestServer({ DATA_DIR: at('embedded') })
      const filled = await (await embedded.signedIn(administrator)).from('products').insert(products)
      expect(filled.error).toBeNull()
      await embedded.close()
      expect(await run('backup', [at('backup')], { DATA_DIR: at('embedded') })).toEqual({
        status: 0,
        err: '',
      })

      const sql = connect(url)
      await sql.unsafe(
        `create database icu template template0 locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'`,
      )
      await sql.end()
      const env = { DATA_DIR: at('icu'), DATABASE_URL: url.replace(/[^/]+$/, 'icu') }
      expect(await run('restore', [at('backup')], env)).toEqual({ status: 0, err: '' })

      const restored = await startTestServer(env)
      const admin = await restored.signedIn(administrator)
      const all = products.map(({ name }) => name).toSorted()
      const ascending = await walk(admin, true, '')
      expect(ascending.toSorted()).toEqual(all)
      expect(await walk(admin, false, '')).toEqual(ascending.toReversed())
      // The order of English, not of bytes.
      expect(ascending.indexOf('éclair 1')).toBeLessThan(ascending.indexOf('zebra 1'))
      // The lower case of İ has one character by the embedded database's rules, and two by those of ICU.
      for (const word of ['ÉCLAIR', 'ångström', 'zebra', '"quoted"', 'İznik'])
        expect((await walk(admin, true, word)).length, word).toBe(word === 'zebra' ? 6 : 3)
      await restored.close()
    })
  },
)
