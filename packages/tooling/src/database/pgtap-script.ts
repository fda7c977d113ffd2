import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * The SQL of pgTAP, for the embedded database. The extension is SQL alone, so it is run as a script: its package is
 * built for one version of PGlite only, and what it packs needs none.
 */
export async function pgtapScript(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite-pgtap')
  const archive = gunzipSync(await readFile(join(dirname(entry), 'pgtap.tar.gz')))
  for (const file of tarFiles(archive)) {
    if (file.name.endsWith('/pgtap.sql')) return file.content.toString('utf8')
  }
  throw new Error('The package of pgTAP has no pgtap.sql')
}

const blockSize = 512

/** The files of a tar archive: a block of header, then the content in whole blocks. */
function* tarFiles(archive: Buffer): Generator<{ name: string; content: Buffer }> {
  for (let at = 0; at + blockSize <= archive.length;) {
    const name = textAt(archive, at, 100)
    if (name === '') return
    const size = Number.parseInt(textAt(archive, at + 124, 12), 8)
    const start = at + blockSize
    yield { name, content: archive.subarray(start, start + size) }
    at = start + Math.ceil(size / blockSize) * blockSize
  }
}

function textAt(archive: Buffer, at: number, length: number): string {
  return archive
    .toString('latin1', at, at + length)
    .replace(/\0.*$/s, '')
    .trim()
}
