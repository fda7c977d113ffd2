import { PGlite } from '@electric-sql/pglite'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'

// Has PGlite make the files of a new database in memory, and prints them: a tar archive, packed. A program of its own,
// for a processor of its own and the flags that it is run with (empty-cluster.ts).

const dump = PGlite.prototype.dumpDataDir
// PGlite takes this archive from the instance that made the files, to open it in another one, which nobody needs here.
PGlite.prototype.dumpDataDir = async function dumpMade(...options) {
  const archive = await dump.apply(this, options)
  const packed = await promisify(zstdCompress)(Buffer.from(await archive.arrayBuffer()), {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  })
  process.stdout.write(packed, () => process.exit(0))
  return new Promise(() => {})
}

await PGlite.create('memory://')
throw new Error('PGlite makes its files in another way than this program knows.')
