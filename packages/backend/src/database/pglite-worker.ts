import { parentPort, workerData } from 'node:worker_threads'
import { createPglite } from './create-pglite.ts'
import { parameterTexts } from './text-format.ts'
import type { SqlResult } from './database.ts'

/** The data that the worker starts with. */
export interface PgliteWorkerData {
  readonly folder: string
  /** The channels whose notifications it passes on. */
  readonly channels: readonly string[]
  /** As in PgliteOptions. */
  readonly isDurable: boolean
  /** PGlite's program. */
  readonly wasm: WebAssembly.Module
}

/** A message to the worker. Each is answered with its id, in order. */
export interface PgliteRequest {
  readonly id: number
  readonly kind: 'query' | 'run' | 'listen' | 'close'
  readonly text: string
  readonly parameters: unknown[]
}

/** The fields of an error that survive between threads. */
export type ErrorFields = Readonly<Record<string, string>>

/** A message from the worker. */
export type PgliteMessage =
  | { readonly kind: 'opened' }
  | { readonly kind: 'unusable' }
  | { readonly kind: 'notification'; readonly channel: string }
  | { readonly kind: 'done'; readonly id: number; readonly result: SqlResult }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly fields: ErrorFields }

const errorFields = new Set([
  'code',
  'severity',
  'detail',
  'hint',
  'position',
  'where',
  'schema',
  'table',
  'column',
  'constraint',
])

// The program of the worker thread that the embedded database runs on.

if (parentPort === null) throw new Error('This program runs in a worker thread only.')
const port = parentPort
const post = (message: PgliteMessage): void => port.postMessage(message)
// Given by open-pglite.ts.
const { folder, channels, isDurable, wasm } = workerData as PgliteWorkerData

const pglite = await createPglite(folder, { isDurable, wasm }).catch(() => null)
if (pglite === null) {
  post({ kind: 'unusable' })
} else {
  const listen = async (channel: string): Promise<void> => {
    // A notification is posted before the result of the commit that sends it, so none is missed.
    await pglite.listen(channel, () => post({ kind: 'notification', channel }))
  }
  const execute = async (request: PgliteRequest): Promise<SqlResult> => {
    switch (request.kind) {
      case 'query': {
        const { rows, affectedRows } = await pglite.query<Record<string, unknown>>(
          request.text,
          request.parameters,
          { serializers: parameterTexts },
        )
        return { rows, affectedRows }
      }
      case 'run':
        await pglite.exec(request.text)
        break
      case 'listen':
        await listen(request.text)
        break
      case 'close':
        await pglite.close()
    }
    return { rows: [] }
  }
  for (const channel of channels) await listen(channel)
  port.on('message', (request: PgliteRequest) => {
    const { id } = request
    execute(request)
      .then((result) => post({ kind: 'done', id, result }))
      .catch((error: unknown) => post({ kind: 'failed', id, ...described(error) }))
      .finally(() => {
        if (request.kind === 'close') port.close()
      })
  })
  post({ kind: 'opened' })
}

/** An error's message and PostgreSQL's fields; its other properties cannot be sent. */
function described(error: unknown): { message: string; fields: ErrorFields } {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  const fields = Object.entries(error).filter(
    ([name, value]) => errorFields.has(name) && typeof value === 'string',
  )
  return { message: error.message, fields: Object.fromEntries(fields) }
}
