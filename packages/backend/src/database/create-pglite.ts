import { closeSync, fsyncSync, openSync } from 'node:fs'
import { type Extension, PGlite } from '@electric-sql/pglite'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { columnReaders } from './text-format.ts'

/** PostgreSQL clears its cache of pages at each start: 128 MB, its default, take as long as the rest of it. */
const pageCache = 'shared_buffers=32MB'

/** A file or folder that Emscripten has opened through Node; only a file has a descriptor. */
interface OpenFile {
  readonly nfd?: number
  readonly node: object
}

/** The part of Emscripten's file system that a flush needs. */
interface EmscriptenFiles {
  readonly filesystems: {
    readonly NODEFS: {
      readonly stream_ops: { fsync?: (file: OpenFile) => number }
      realPath(node: object): string
    }
  }
}

/**
 * Flushes to the disk where PostgreSQL asks for it. Emscripten's `fd_sync` calls `stream_ops.fsync`, which its NODEFS lacks, so
 * that a flush does nothing. It is set as an extension, since PGlite makes no database in a file system of the caller.
 */
const flushes: Extension = {
  name: 'flushes',
  async setup(_pglite, emscripten: { preRun?: unknown[] }) {
    const flushThroughNode = ({ FS }: { FS: EmscriptenFiles }): void => {
      const { NODEFS } = FS.filesystems
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        const opened = nfd ?? openSync(NODEFS.realPath(node), 'r')
        try {
          fsyncSync(opened)
        } finally {
          if (nfd === undefined) closeSync(opened)
        }
        return 0
      }
    }
    return { emscriptenOpts: { ...emscripten, preRun: [...(emscripten.preRun ?? []), flushThroughNode] } }
  },
}

/** PGlite's own parameters without `-F`, which switches flushes off; `fsync` is the one way to flush that it has. */
const durableParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

export interface PgliteOptions {
  /** Whether a commit is flushed to the disk before it is acknowledged, which a power cut asks for; by default it is. */
  readonly isDurable?: boolean | undefined
  /** PGlite's program, where it is compiled already. */
  readonly wasm?: WebAssembly.Module
}

/**
 * Opens PGlite on a folder, with the extensions of a hosted project and its format of values. It works on the thread
 * that calls it.
 * @throws when the files are damaged; the message is only a memory address
 */
export async function createPglite(
  folder: string,
  { isDurable = true, wasm }: PgliteOptions = {},
): Promise<PGlite> {
  const pglite = new PGlite({
    dataDir: folder,
    startParams: [...(isDurable ? durableParams : PGlite.defaultStartParams), '-c', pageCache],
    ...(wasm && { pgliteWasmModule: wasm }),
    extensions: { citext, pg_trgm, pgcrypto, unaccent, uuid_ossp, ...(isDurable && { flushes }) },
    parsers: columnReaders,
  })
  await pglite.waitReady
  // A hosted project's search path includes the schema of the extensions.
  await pglite.exec('SET search_path TO "$user", public, extensions')
  return pglite
}
