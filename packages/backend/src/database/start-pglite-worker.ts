import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { SqlResult } from './database.ts'
import type { PgliteMessage, PgliteRequest, PgliteWorkerData } from './pglite-worker.ts'
import { LostConnectionError, StatementTimeoutError } from './request-context.ts'

/** PGlite in a worker thread. Once it has ended, every call throws LostConnectionError. */
export interface PgliteWorker {
  /**
   * Runs one statement.
   * @param timeLimitMs ends the worker when the statement takes longer
   * @throws StatementTimeoutError
   */
  query(text: string, parameters: readonly unknown[], timeLimitMs: number | undefined): Promise<SqlResult>
  /** Runs a script of any number of statements. */
  run(script: string, timeLimitMs: number | undefined): Promise<SqlResult>
  listen(channel: string): Promise<SqlResult>
  /** Closes the database, which writes a checkpoint, and ends the thread. */
  close(): Promise<void>
  /** Ends the thread wherever it is. The next one recovers the database from the write-ahead log. */
  terminate(): Promise<void>
  /** Whether the thread has ended or is about to. */
  readonly hasEnded: boolean
}

type NewRequest = PgliteRequest extends infer Request
  ? Request extends PgliteRequest
    ? Omit<Request, 'id'>
    : never
  : never

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
export async function startPgliteWorker(
  options: Omit<PgliteWorkerData, 'wasm'>,
  onNotify: (channel: string) => void,
): Promise<PgliteWorker | null> {
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
  const send = async (request: NewRequest, timeLimitMs?: number): Promise<SqlResult> => {
    if (hasEnded) throw new LostConnectionError(null)
    sent += 1
    const answer = Promise.withResolvers<SqlResult>()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ ...request, id: sent })
    pending.set(sent, answer)
    const giveUp = (): void => {
      // An answer that came while this thread was busy is read first.
      setImmediate(() => {
        if (pending.has(id)) void terminate(new StatementTimeoutError())
      })
    }
    const id = sent
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
    query: async (text, parameters, timeLimitMs) =>
      send({ kind: 'query', text, parameters: [...parameters] }, timeLimitMs),
    run: async (text, timeLimitMs) => send({ kind: 'run', text }, timeLimitMs),
    listen: async (text) => send({ kind: 'listen', text }),
    async close() {
      const exited = once(worker, 'exit')
      await send({ kind: 'close' })
      await exited
    },
    terminate: async () => terminate(),
    get hasEnded() {
      return hasEnded
    },
  }
}
