import { PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { columnReaders } from './text-format.ts'

/** PostgreSQL clears its cache of pages at each start: 128 MB, its default, take as long as the rest of it. */
const pageCache = 'shared_buffers=32MB'

/**
 * Opens PGlite on a folder, with the extensions of a hosted project and its format of values. It works on the thread
 * that calls it.
 * @param wasm the program, where it is compiled already
 * @throws when the files are damaged; the message is only a memory address
 */
export async function createPglite(folder: string, wasm?: WebAssembly.Module): Promise<PGlite> {
  const pglite = new PGlite({
    dataDir: folder,
    startParams: [...PGlite.defaultStartParams, '-c', pageCache],
    ...(wasm && { pgliteWasmModule: wasm }),
    extensions: { citext, pg_trgm, pgcrypto, unaccent, uuid_ossp },
    parsers: columnReaders,
  })
  await pglite.waitReady
  // A hosted project's search path includes the schema of the extensions.
  await pglite.exec('SET search_path TO "$user", public, extensions')
  return pglite
}
