import { constants, existsSync, statSync } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { Mutex, withTimeout } from 'async-mutex'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

import { diskReason } from '../data-folder/data-folder.ts'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { createDatabase, type Database, type SqlSession, type SqlResult } from './database.ts'
import {
  DatabaseBusyError,
  LostConnectionError,
  noteUnavailable,
  requestContext,
  StatementTimeoutError,
} from './request-context.ts'
import type { PgliteMessage, PgliteRequest, PgliteWorkerData } from './pglite-worker.ts'

/** Exists in the database's folder once PostgreSQL has made all of its files. */
const madeMarker = 'giftwell-made'

/**
 * Whether the folder holds a complete database.
 * @throws UserFacingError when it may not be read
 */
export function isMadeIn(folder: string): boolean {
  try {
    statSync(join(folder, madeMarker))
    return true
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false
    throw new UserFacingError(`The database in ${folder} cannot be read: ${diskReason(error)}.`)
  }
}

/**
 * Opens the embedded database in a folder, on a thread of its own; creates it on first use. Files of an interrupted
 * creation are moved to `<folder>.unfinished`. A request's statement that exceeds its time limit is ended with its
 * thread, and the next one recovers the database.
 * @param isDurable whether a commit is flushed to the disk before it is acknowledged
 * @throws UserFacingError when the files are damaged or of another PostgreSQL, or the disk is full
 */
export async function openPglite(folder: string, isDurable = true): Promise<Database> {
  await renameUnfinished(folder)
  await refuseOtherPostgres(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const listeners = new Map<string, () => void>()
  const start = async (): Promise<PgliteWorker> => {
    const started = await startPgliteWorker(
      { folder, channels: [...listeners.keys()], isDurable },
      (channel) => listeners.get(channel)?.(),
    )
    return started ?? refuseUnusable(folder)
  }
  let current = await start()
  if (!isMadeIn(folder)) {
    // PGlite makes the files in memory and writes them without a flush. The marker says that all are on the disk.
    if (isDurable) await flushFolder(folder)
    await writeFile(join(folder, madeMarker), '')
  }

  // All requests share one connection, first come, first served.
  const mutex = withTimeout(new Mutex(), acquireTimeoutMs, new DatabaseBusyError())
  /** Only for the holder of the mutex. */
  const running = async (): Promise<PgliteWorker> => {
    if (!current.hasEnded) return current
    // Two threads must never write to one folder.
    await current.terminate()
    current = await start()
    // Notifications may have been missed.
    for (const notify of listeners.values()) notify()
    return current
  }
  let waiting = 0
  const acquireWorker = async () => {
    waiting += 1
    const release = await mutex
      .acquire()
      .catch((error: unknown) => {
        throw noteUnavailable(error)
      })
      .finally(() => (waiting -= 1))
    try {
      return { worker: await running(), release }
    } catch (error) {
      release()
      throw noteUnavailable(new LostConnectionError(error))
    }
  }
  const acquire = async () => {
    const { worker, release } = await acquireWorker()
    return {
      ...createSession(worker),
      release() {
        // Without waiting for the next request.
        if (worker.hasEnded) void running().then(release, release)
        else release()
      },
    }
  }
  let vacuumedAt: unknown
  const written = async (session: SqlSession): Promise<unknown> =>
    (await session.query('select pg_current_wal_lsn()::text as at')).rows[0]?.['at']
  return createDatabase({
    acquire,
    isBusy: () => mutex.isLocked(),
    load: () => ({ inUse: Number(mutex.isLocked()), max: 1, waiting }),
    async listen(channel, onNotify) {
      const { worker, release } = await acquireWorker()
      listeners.set(channel, onNotify)
      await worker.send('listen', channel).finally(release)
    },
    async vacuum() {
      const session = await acquire()
      try {
        if ((await written(session)) === vacuumedAt) return
        await session.run('vacuum (analyze)')
        // PGlite has no background process: without a checkpoint the write-ahead log grows until it is closed.
        await session.run('checkpoint')
        vacuumedAt = await written(session)
      } finally {
        session.release()
      }
    },
    close: async () =>
      mutex.runExclusive(async () => {
        if (!current.hasEnded) await current.close()
      }),
  })
}

/** A caller that waits longer fails, so a caller that deadlocks itself does not block the others for ever. */
const acquireTimeoutMs = 30_000

/** A statement contains a NUL character, PostgreSQL's terminator; the code is the one that a value with it causes. */
class CharacterNotAllowedError extends Error {
  override readonly name = 'CharacterNotAllowedError'
  readonly code = '22021'
  constructor() {
    super('invalid byte sequence for encoding "UTF8": 0x00')
  }
}

/** The database failed without a PostgreSQL error; never the client's fault. */
class StatementFailedError extends Error {
  override readonly name = 'StatementFailedError'
  constructor(cause: unknown) {
    super('The embedded database failed', { cause })
  }
}

function createSession(worker: PgliteWorker): SqlSession {
  const timeLimitMs = requestContext.getStore()?.timeLimitMs
  const explain = async (error: unknown): Promise<never> => {
    // A stack overflow within an exception block is lost, and from then on every statement fails with this.
    const isBroken = String(error).includes('ERRORDATA_STACK_SIZE')
    if (errorCode(error) !== undefined && !isBroken) throw noteUnavailable(error)
    // WebAssembly that trapped cannot go on.
    await worker.terminate()
    throw isBroken ? noteUnavailable(new LostConnectionError(error)) : new StatementFailedError(error)
  }
  return {
    async query(text, parameters = []) {
      if (text.includes('\u0000')) throw new CharacterNotAllowedError()
      return worker.send('query', text, parameters, timeLimitMs).catch(explain)
    },
    async run(script) {
      await worker.send('run', script, [], timeLimitMs).catch(explain)
    },
  }
}

/** PGlite's version of PostgreSQL. */
const ownPostgres = '17'
const restoring = 'restore a backup with "npm run restore -- FILE --force", which keeps these files beside it'

async function refuseOtherPostgres(folder: string): Promise<void> {
  const found = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => ownPostgres)
  if (found.trim() === ownPostgres) return
  throw new UserFacingError(
    `The database in ${folder} was made by another version of PostgreSQL than ${ownPostgres}; ${restoring}.`,
  )
}

/** PGlite's own message is only a memory address. */
async function refuseUnusable(folder: string): Promise<never> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < minFreeBytes) {
    throw new UserFacingError(`The database in ${folder} cannot be opened: the disk is full.`)
  }
  // A command that another user has run leaves files of that user.
  for (const path of await readdir(folder, { recursive: true })) {
    await access(join(folder, path), constants.R_OK | constants.W_OK).catch((error: unknown) => {
      throw new UserFacingError(
        `The database in ${folder} cannot be opened: this user may not read and write ${path} (${errorCode(error)}). Give its files to the user of the server.`,
      )
    })
  }
  throw new UserFacingError(
    `The database in ${folder} cannot be opened, its files are damaged; ${restoring}.`,
  )
}

/** Bytes that the database needs to open: one file of the write-ahead log. */
const minFreeBytes = 16 * 1024 * 1024

/** Flushes all files of a folder, and the folder itself. */
async function flushFolder(folder: string): Promise<void> {
  for (const path of ['.', ...(await readdir(folder, { recursive: true }))]) {
    await using file = await open(join(folder, path), 'r')
    await file.sync()
  }
}

async function renameUnfinished(folder: string): Promise<void> {
  if (!existsSync(folder) || isMadeIn(folder)) return
  if ((await readdir(folder)).length === 0) return
  const aside = `${folder}.unfinished`
  await rm(aside, { recursive: true, force: true })
  await rename(folder, aside)
}

/** PGlite in a worker thread. Once it has ended, every call throws LostConnectionError. */
type PgliteWorker = NonNullable<Awaited<ReturnType<typeof startPgliteWorker>>>

/** PGlite's program, compiled once for all threads of this process: the next one starts in half the time. */
let compiled: Promise<WebAssembly.Module> | undefined

async function compileProgram(): Promise<WebAssembly.Module> {
  const library = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(join(library, 'pglite.wasm')))
}

/**
 * Starts the thread and opens the database in it.
 * @returns null when the database cannot be opened; nothing runs then
 */
async function startPgliteWorker(
  options: Omit<PgliteWorkerData, 'wasm'>,
  onNotify: (channel: string) => void,
) {
  const workerData: PgliteWorkerData = { ...options, wasm: await (compiled ??= compileProgram()) }
  const worker = new Worker(new URL('pglite-worker.ts', import.meta.url), { workerData })
  const pending = new Map<number, PromiseWithResolvers<SqlResult>>()
  const opened = Promise.withResolvers<boolean>()
  let sent = 0
  let hasEnded = false

  const end = (error: Error): void => {
    hasEnded = true
    opened.resolve(false)
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.on('message', (message: PgliteMessage) => {
    switch (message.kind) {
      case 'opened':
      case 'unusable':
        return opened.resolve(message.kind === 'opened')
      case 'notification':
        return onNotify(message.channel)
      case 'done':
        pending.get(message.id)?.resolve(message.result)
        break
      case 'failed':
        pending.get(message.id)?.reject(Object.assign(new Error(message.message), message.fields))
    }
    pending.delete(message.id)
  })
  // Without a listener an error, such as memory that is used up, ends the process.
  worker.on('error', (error) => end(new LostConnectionError(error)))
  worker.on('exit', () => end(new LostConnectionError(null)))

  const terminate = async (error: Error = new LostConnectionError(null)): Promise<void> => {
    end(error)
    await worker.terminate()
  }
  const send = async (
    kind: PgliteRequest['kind'],
    text = '',
    parameters: readonly unknown[] = [],
    timeLimitMs?: number,
  ): Promise<SqlResult> => {
    if (hasEnded) throw new LostConnectionError(null)
    sent += 1
    const id = sent
    const request: PgliteRequest = { id, kind, text, parameters: [...parameters] }
    const answer = Promise.withResolvers<SqlResult>()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(request)
    pending.set(id, answer)
    const giveUp = (): void => {
      // An answer that came while this thread was busy is read first.
      setImmediate(() => {
        if (pending.has(id)) void terminate(new StatementTimeoutError())
      })
    }
    const timer = timeLimitMs === undefined ? undefined : setTimeout(giveUp, timeLimitMs)
    try {
      return await answer.promise
    } finally {
      clearTimeout(timer)
    }
  }
  if (!(await opened.promise)) {
    await worker.terminate()
    return null
  }
  return {
    /**
     * Sends a message and waits for its answer.
     * @throws StatementTimeoutError after the time limit, which ends the thread
     */
    send,
    /** Closes the database, which writes a checkpoint, and ends the thread. */
    async close() {
      const exited = once(worker, 'exit')
      await send('close')
      await exited
    },
    /** Ends the thread wherever it is. The next one recovers the database from the write-ahead log. */
    terminate: async () => terminate(),
    /** Whether the thread has ended or is about to. */
    get hasEnded() {
      return hasEnded
    },
  }
}
