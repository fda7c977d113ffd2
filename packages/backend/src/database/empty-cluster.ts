import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'

/** Where the files of a new database are kept for the next one; whoever removes the folder loses time only. */
const keptIn = fileURLToPath(new URL('../../../../node_modules/.cache/giftwell', import.meta.url))

/** What decides which files a new database has. */
const makers = ['pglite.wasm', 'pglite.data', 'initdb.wasm', 'initdb.js', 'index.js']

/**
 * Puts the files of a new database into an empty folder, as PGlite would make them there. Making them takes seconds of
 * compiling what runs once, so that is done by another process, without optimising, and kept for the next time.
 * @param cache the folder that they are kept in
 * @returns whether they are there; when not, PGlite makes them itself
 * @throws when the folder cannot be written
 */
export async function putEmptyCluster(folder: string, cache = keptIn): Promise<boolean> {
  const archive = await emptyCluster(cache).catch(() => null)
  if (archive === null) return false
  unpack(archive, folder)
  return true
}

async function emptyCluster(cache: string): Promise<Buffer> {
  const file = join(cache, `empty-database-${await versionOfMakers()}.tar.zst`)
  try {
    // Packed with a sum, so that a damaged file is none.
    return await promisify(zstdDecompress)(await readFile(file))
  } catch {
    const packed = await makeEmptyCluster()
    await keep(file, packed).catch(() => {})
    return promisify(zstdDecompress)(packed)
  }
}

async function versionOfMakers(): Promise<string> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@electric-sql/pglite')))
  const hash = createHash('sha256')
  for (const bytes of await Promise.all(makers.map(async (name) => readFile(join(folder, name)))))
    hash.update(bytes)
  return hash.digest('hex').slice(0, 16)
}

async function makeEmptyCluster(): Promise<Buffer> {
  const making = promisify(execFile)(
    process.execPath,
    ['--liftoff-only', join(import.meta.dirname, 'make-empty-cluster.ts')],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024, windowsHide: true },
  )
  // It hears of nothing while it works.
  const end = (): unknown => making.child.kill('SIGKILL')
  process.once('exit', end)
  try {
    return (await making).stdout
  } finally {
    process.off('exit', end)
  }
}

/** Several may do so at once; each puts a whole file in its place. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(unfinished, bytes)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

const block = 512

/**
 * Unpacks a tar archive of folders and files with short names, folders before what they hold, for the owner alone. A
 * thousand small files, and nothing else to do before they are there: one after the other is the quickest way.
 */
function unpack(archive: Buffer, folder: string): void {
  const text = (at: number, length: number): string => {
    const end = archive.indexOf(0, at)
    return archive.toString('latin1', at, Math.min(end, at + length))
  }
  for (let at = 0; at < archive.length && archive[at] !== 0;) {
    const path = join(folder, text(at, 100))
    const size = Number.parseInt(text(at + 124, 12), 8)
    const isFolder = text(at + 156, 1) === '5'
    const start = at + block
    if (isFolder) mkdirSync(path, { recursive: true, mode: 0o700 })
    else writeFileSync(path, archive.subarray(start, start + size), { mode: 0o600 })
    at = start + Math.ceil(size / block) * block
  }
}
