import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { unpackTar } from 'modern-tar'

/**
 * The SQL of pgTAP, for the embedded database. The extension is SQL alone, so it is run as a script: its package is
 * built for one version of PGlite only, and what it packs needs none.
 */
export async function pgtapScript(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite-pgtap')
  const archive = gunzipSync(await readFile(join(dirname(entry), 'pgtap.tar.gz')))
  const files = await unpackTar(archive, { filter: ({ name }) => name.endsWith('/pgtap.sql') })
  if (files[0]?.data === undefined) throw new Error('The package of pgTAP has no pgtap.sql')
  return new TextDecoder().decode(files[0].data)
}
