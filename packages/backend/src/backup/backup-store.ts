import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { type Bucket, BucketError, createBucketClient } from '../bucket/bucket-client.ts'
import { diskReason } from '../data-folder/data-folder.ts'
import { UserFacingError } from '../process/errors.ts'
import type { BackupSettings } from '../settings.ts'

/** The name of a scheduled backup, which sorts by its time. Other files there are not touched. */
const scheduledName = /^giftwell-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/
/** The temporary files of interrupted backups. */
const unfinishedName = /^giftwell-[\dTZ-]+\.backup\..*\.tmp$/

/** Where the scheduled backups are: a folder or a bucket. */
export interface BackupStore {
  /** The scheduled backups, the newest last, with the time in milliseconds when each was written. */
  list(): Promise<readonly { readonly name: string; readonly modified: number }[]>
  remove(name: string): Promise<void>
  /** A backup's name as an argument of the commands. */
  argument(name: string): string
}

/**
 * The folder or the bucket of `BACKUP_DIR`.
 * @throws UserFacingError when the folder cannot be used
 */
export async function openBackupStore(location: string | Bucket): Promise<BackupStore> {
  if (typeof location !== 'string') {
    const { list, remove } = bucketBackups(location)
    return { list, remove, argument: (name) => `${bucketArgument}${name}` }
  }
  await mkdir(location, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new UserFacingError(`The folder ${location} of BACKUP_DIR cannot be used: ${diskReason(error)}.`)
  })
  for (const name of (await readdir(location)).filter((each) => unfinishedName.test(each)))
    await rm(join(location, name), { force: true })
  return {
    async list() {
      const names = (await readdir(location)).filter((name) => scheduledName.test(name)).toSorted()
      return Promise.all(
        names.map(async (name) => ({ name, modified: (await stat(join(location, name))).mtimeMs })),
      )
    },
    remove: async (name) => rm(join(location, name), { force: true }),
    argument: (name) => join(location, name),
  }
}

/** Begins the name of a backup in the bucket of `BACKUP_DIR`, where a command takes a file. */
const bucketArgument = 's3:'

/**
 * The name in the bucket that an argument such as `s3:NAME` names; null for a file.
 * @throws UserFacingError for a name that is none
 */
function nameInBucket(argument: string): string | null {
  if (!argument.startsWith(bucketArgument)) return null
  const name = argument.slice(bucketArgument.length)
  if (/^\w[\w.-]*$/.test(name)) return name
  // An address has the secret, which must not be in the list of processes.
  throw new UserFacingError('A backup in the bucket of BACKUP_DIR is named s3:NAME, without its address.')
}

/** A transfer takes no longer. One that stalls for five minutes is ended by Node's client. */
const transferMs = 6 * 3_600_000

/** The backups in a bucket. Every method throws a UserFacingError when the bucket cannot be used. */
export function bucketBackups(bucket: Bucket) {
  const client = createBucketClient(bucket)
  const ask: typeof client = async (...request) =>
    client(...request).catch((error: unknown) => {
      throw unusable(error)
    })
  const list: BackupStore['list'] = async () => {
    const found: { name: string; modified: number }[] = []
    let after: string | undefined
    for (;;) {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: `${bucket.prefix}giftwell-`,
        ...(after !== undefined && { 'start-after': after }),
      })
      const answer = await ask('GET', `?${query}`)
      const text = (await answer?.text().catch((error: unknown) => Promise.reject(unusable(error)))) ?? ''
      const keys = [...text.matchAll(/<Key>([^<]*)<\/Key>\s*<LastModified>([^<]*)<\/LastModified>/g)]
      for (const [, key = '', time = ''] of keys) {
        const name = key.slice(bucket.prefix.length)
        if (scheduledName.test(name)) found.push({ name, modified: Date.parse(time) })
      }
      after = keys.at(-1)?.[1]
      if (after === undefined || !text.includes('<IsTruncated>true</IsTruncated>')) break
    }
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  }
  return {
    list,
    async remove(name: string): Promise<void> {
      await ask('DELETE', name)
    },
    /** Uploads a file in one request, so a backup is complete or absent. */
    async upload(file: string, name: string, replace: boolean): Promise<void> {
      const taken = new UserFacingError(
        `The bucket has a backup ${name} already; choose another name, or replace it with --force.`,
      )
      // For services that ignore the condition of the write.
      if (!replace && (await ask('HEAD', name)) !== null) throw taken
      const answer = await ask('PUT', name, {
        body: await openAsBlob(file),
        headers: {
          'content-type': 'application/octet-stream',
          ...(!replace && { 'if-none-match': '*' }),
        },
        signal: AbortSignal.timeout(transferMs),
        expected: [409, 412],
      })
      if (answer?.ok !== true) throw taken
    },
    /** Downloads a backup into a temporary folder, which is removed when the result is disposed. */
    async download(name: string): Promise<AsyncDisposable & { readonly file: string }> {
      const answer = await ask('GET', name, { signal: AbortSignal.timeout(transferMs) })
      if (!answer?.body) {
        const newest = (await list()).slice(-3).map((each) => each.name)
        throw new UserFacingError(
          `The bucket has no backup ${name}; ${newest.length === 0 ? 'it has none of the schedule' : `the newest ones are ${newest.join(', ')}`}.`,
        )
      }
      const folder = await mkdtemp(join(tmpdir(), 'giftwell-download-'))
      const remove = async () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
      const file = join(folder, name)
      try {
        // Node's own type of a web stream is not the one of the DOM.
        const source = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
        await pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
      } catch (error) {
        await remove()
        if (error instanceof Error && 'syscall' in error)
          throw new UserFacingError(`The backup ${name} cannot be downloaded: ${diskReason(error)}.`)
        throw unusable(error)
      }
      return { file, [Symbol.asyncDispose]: remove }
    },
  }
}

function unusable(error: unknown): UserFacingError {
  const reason = error instanceof BucketError ? error.message : 'the connection ended'
  return new UserFacingError(`The bucket of BACKUP_DIR cannot be used: ${reason}.`)
}

interface BackupArguments {
  /** The absolute path of the backup, or `s3:NAME` for one in the bucket of `BACKUP_DIR`. */
  readonly file: string
  /** Its name in that bucket; null for a file. */
  readonly inBucket: string | null
  readonly force: boolean
}

/**
 * Reads `FILE [--force]`.
 * @param name of the command, for its usage
 * @throws UserFacingError for any other arguments
 */
export function readBackupArguments(
  name: 'backup' | 'restore',
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): BackupArguments {
  const [file, ...rest] = args.filter((arg) => arg !== '--force')
  if (file === undefined || file === '' || file.startsWith('-') || rest.length > 0)
    throw new UserFacingError(
      `Usage: npm run ${name} -- FILE|s3:NAME [--force${name === 'restore' ? ' | --hosted | --check] [--plain' : ''}]`,
    )
  const inBucket = nameInBucket(file)
  // npm runs commands in the root of the project; the name is relative to the user's folder.
  return {
    file: inBucket === null ? resolve(env['INIT_CWD'] ?? '.', file) : file,
    inBucket,
    force: args.includes('--force'),
  }
}

/**
 * The backups in the bucket of `BACKUP_DIR`.
 * @throws UserFacingError when it is no bucket
 */
export function bucketOf(backups: BackupSettings | null): ReturnType<typeof bucketBackups> {
  if (backups === null || typeof backups.location === 'string')
    throw new UserFacingError('BACKUP_DIR is not the address of a bucket; name a file, or set it.')
  return bucketBackups(backups.location)
}
