import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable, type Transform, pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { type ParsedTarEntry, createTarDecoder } from 'modern-tar'
import { type FileSource, packTar } from 'modern-tar/fs'
import { diskReason, isDiskFull } from '../data-folder/data-folder.ts'
import { UserFacingError, errorCode } from '../process/errors.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { z } from 'zod'
import { imageTypeOf, productImages } from '../images/image-files.ts'

/**
 * Packs a snapshot into one file of mode 0600: a compressed tar archive that begins with the manifest and ends with the
 * checksums of all other files. The file is written atomically.
 * @param key encrypts it in the format of age (age-encryption.org), with the key as its passphrase
 * @returns its size in bytes
 * @throws UserFacingError when it cannot be written, or exists and `replace` is false
 */
export async function packBackup(
  snapshot: string,
  file: string,
  replace: boolean,
  key: string | null = null,
): Promise<number> {
  const unfinished = `${file}.${randomUUID()}.tmp`
  try {
    await writeArchive(snapshot, unfinished, key)
    const { size } = await stat(unfinished)
    if (replace) await rename(unfinished, file)
    else await publishFile(unfinished, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw new UserFacingError(`The backup ${file} cannot be written: ${reason(error, file)}.`)
  } finally {
    // The folder itself may be missing.
    await rm(unfinished, { force: true }).catch(() => {})
  }
}

function reason(error: unknown, file: string): string {
  return errorCode(error) === 'ENOENT' ? `there is no folder ${dirname(file)}` : diskReason(error)
}

async function writeArchive(snapshot: string, path: string, key: string | null): Promise<void> {
  // The manifest has the time of the backup.
  const about = { mode: 0o600, uid: 0, gid: 0, mtime: new Date(0) }
  const files: FileSource[] = (await filesIn(snapshot)).map((target) => ({
    type: 'file',
    source: join(snapshot, target),
    target,
    ...about,
  }))
  const sums: string[] = []
  for (const { source, target } of files) {
    const sum = createHash('sha256')
    await pipeline(createReadStream(source), sum)
    sums.push(`${sum.digest('hex')}  ${target}\n`)
  }
  const archive = packTar([...files, { type: 'content', content: sums.join(''), target: sumsName, ...about }])
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const compressed = connect(archive, createGzip(), () => {})
  await pipeline(key === null ? compressed : await encrypted(compressed, key), output)
}

/** The beginning of a file in the format of age. */
const encryptedMark = 'age-encryption.org/v1\n'

/** Work of the derivation, which protects weak passphrases; the key is 32 random bytes. */
const scryptWork = 10

async function encrypted(plain: Transform, key: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(key)
  encrypter.setScryptWorkFactor(scryptWork)
  return nodeStream(await encrypter.encrypt(webStream(plain)))
}

/** @throws UserFacingError without a key, or with another one */
async function decrypted(source: Readable, file: string, key: string | null): Promise<Readable> {
  if (key === null) {
    throw new UserFacingError(
      `The backup ${file} is encrypted; set BACKUP_KEY to the key that it was made with.`,
    )
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(key)
  return decrypter.decrypt(webStream(source)).then(nodeStream, () => {
    throw new UserFacingError(`BACKUP_KEY is not the key of the backup ${file}, or its beginning is damaged.`)
  })
}

// Node's own type of a web stream is not the one of the DOM.
const webStream = (stream: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
const nodeStream = (stream: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(stream as unknown as Parameters<typeof Readable.fromWeb>[0])

/** The files below a folder, with slashes on every platform; the manifest first. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== manifestName)
  return [manifestName, ...names.toSorted()]
}

async function publishFile(unfinished: string, file: string): Promise<void> {
  const taken = new UserFacingError(
    `${file} exists already; choose another name, or replace it with --force.`,
  )
  // Unlike a rename, a link never replaces a file.
  await link(unfinished, file).catch(async (error: unknown) => {
    if (errorCode(error) === 'EEXIST') throw taken
    if (await stat(file).catch(() => null)) throw taken
    await rename(unfinished, file)
  })
}

/** Makes a rename as durable as the file's content. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => null)
  // Windows cannot sync a folder.
  await folder?.sync().catch(() => {})
  await folder?.close()
}

/**
 * Unpacks a backup into an empty folder and checks every file against its sum.
 * @param key of an encrypted one, with which no other is accepted
 * @throws UserFacingError when the file is no backup, is damaged or truncated, or was made by a newer Giftwell
 */
export async function unpackBackup(
  file: string,
  folder: string,
  key: string | null = null,
): Promise<Manifest> {
  let manifest: Manifest | null = null
  /** Whether it is a backup, so that later errors mean damage. */
  let hasBegun = false
  let listed: string | null = null
  const sums: string[] = []
  let source: Readable | null = null
  try {
    const wasEncrypted = await isEncrypted(file)
    if (!wasEncrypted && key !== null) {
      throw new UserFacingError(
        `The file ${file} is not encrypted, although BACKUP_KEY is set, so it may be a forged one. Restore it with --plain if you trust it.`,
      )
    }
    source = createReadStream(file)
    const compressed = wasEncrypted ? await decrypted(source, file, key) : source
    hasBegun = wasEncrypted
    // Errors of the streams are thrown by the loop that reads them.
    const archive = connect(compressed, createGunzip(), () => {})
    for await (const entry of webStream(archive).pipeThrough(createTarDecoder({ strict: true }))) {
      const { name, type } = entry.header
      if (manifest === null && name !== manifestName) throw notABackup(file)
      if (listed !== null) throw new Error('The sums are not the last entry.')
      if (name === sumsName) {
        listed = await new Response(entry.body).text()
        continue
      }
      const path = unpackedPath(folder, name)
      if (path === null || type !== 'file') throw new Error('An entry does not belong to a backup.')
      sums.push(`${await unpackFile(entry, path)}  ${name}\n`)
      manifest ??= readManifest(await readFile(path, 'utf8'), file)
    }
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw userFacingError(error, file, hasBegun || manifest !== null)
  } finally {
    source?.destroy()
  }
  if (manifest === null) throw notABackup(file)
  if (listed !== sums.join('')) throw damaged(file)
  return manifest
}

async function isEncrypted(file: string): Promise<boolean> {
  await using opened = await open(file)
  const { buffer } = await opened.read(Buffer.alloc(encryptedMark.length), { position: 0 })
  return buffer.toString('latin1') === encryptedMark
}

async function unpackFile({ body }: ParsedTarEntry, path: string): Promise<string> {
  const sum = createHash('sha256')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of body) {
      sum.update(chunk)
      await file.appendFile(chunk)
    }
  } finally {
    await file.close()
  }
  return sum.digest('hex')
}

function readManifest(text: string, file: string): Manifest {
  // Checked first: a newer format may change everything else.
  const known = manifestSchema.pick({ format: true, formatVersion: true, version: true })
  const about = known.safeParse(parseJson(text))
  if (!about.success) throw notABackup(file)
  if (about.data.formatVersion !== formatVersion) {
    throw new UserFacingError(
      `The backup ${file} was made by Giftwell ${about.data.version} in a different format; restore it with that version.`,
    )
  }
  const manifest = manifestSchema.safeParse(parseJson(text))
  if (!manifest.success) throw damaged(file)
  return manifest.data
}

function userFacingError(error: unknown, file: string, begun: boolean): UserFacingError {
  const code = errorCode(error)
  if (code === 'ENOENT') return new UserFacingError(`There is no file ${file}.`)
  if (code === 'EISDIR') return notABackup(file)
  if (code === 'EACCES') return new UserFacingError(`The file ${file} may not be read by this user.`)
  if (isDiskFull(error)) {
    return new UserFacingError(`The backup ${file} cannot be unpacked: ${diskReason(error)}.`)
  }
  return begun ? damaged(file) : notABackup(file)
}

function notABackup(file: string): UserFacingError {
  return new UserFacingError(`${file} is not a backup of Giftwell, or only the beginning of one.`)
}

function damaged(file: string): UserFacingError {
  return new UserFacingError(`The backup ${file} is damaged or was not copied whole; nothing was changed.`)
}

/** The first file of every backup. */
export const manifestName = 'giftwell-backup.json'

/** The last file of every backup, as `sha256sum -c` reads it. */
const sumsName = 'SHA256SUMS'

/** Files of a data folder that a backup copies unchanged. */
export const copiedFiles = ['secrets.json', 'admin.json'] as const

export const manifestSchema = z.object({
  format: z.literal('giftwell-backup'),
  /** Increases when older versions of Giftwell can no longer read the format. */
  formatVersion: z.number().int().positive(),
  /** The version of Giftwell that made the backup. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The versions of the migrations that the database had, in order. */
  migrations: z.array(z.string().regex(/^\d+$/)),
  /** The sums of their texts, by version. Backups of early development versions have none. */
  migrationSums: z.record(z.string(), z.string()).default({}),
  tables: z.array(
    z.object({
      schema: z.string(),
      table: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().nonnegative(),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), sequence: z.string(), value: z.string() })),
  images: z.number().int().nonnegative(),
  /** Tables of the database that are not Giftwell's, whose rows are not in the backup. */
  leftOut: z.array(z.string()).default([]),
})

export type Manifest = z.infer<typeof manifestSchema>

/** The version of the format. */
export const formatVersion = 2

/** The file with a table's rows: one JSON array of texts a line, in the order of the manifest's columns. */
export function rowsName({ schema, table }: { readonly schema: string; readonly table: string }): string {
  return `rows/${schema}.${table}.jsonl`
}

/** The file of a stored image. */
export function imageName(name: string): string {
  return `images/${productImages}/${name}`
}

/**
 * The path of a backup's file in the folder that it is unpacked into, or null when no backup has such a file. No
 * accepted name leads out of the folder.
 */
function unpackedPath(folder: string, name: string): string | null {
  if (name === manifestName || (copiedFiles as readonly string[]).includes(name)) return join(folder, name)
  if (/^rows\/\w+\.\w+\.jsonl$/.test(name)) return join(folder, name)
  if (/^mail\/[\w@+-][\w.@+-]*\.json$/.test(name)) return join(folder, name)
  const image = name.startsWith(imageName('')) ? name.slice(imageName('').length) : ''
  return imageTypeOf(image) === null ? null : join(folder, name)
}
