import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { diskReason } from '../data-folder/disk-reason.ts'
import { writePrivateFile } from '../data-folder/write-private-file.ts'
import { UserFacingError } from '../process/errors.ts'
import { parseJson } from '../process/parse-json.ts'
import { carryOut, orderSchema as administratorOrder } from './administrators.ts'

const addressSchema = z.object({ port: z.number().int(), token: z.string() })
const answerSchema = z.union([z.object({ lines: z.array(z.string()) }), z.object({ refusal: z.string() })])

const orderSchema = z.union([administratorOrder, z.object({ action: z.literal('snapshot') })])

/** What a command may ask of the running server. */
export type Order = z.infer<typeof orderSchema>

/** What orders are carried out on. */
export interface Ordered {
  readonly database: Database
  /** Makes a snapshot of the site and says in which folder it is. */
  takeSnapshot(): Promise<string>
}

// An order is an action and an address.
const longestOrder = 4096

/**
 * Takes the orders of the admin and backup commands while the server runs, on a loopback port of the system's choice.
 * Where that is, and the token that an order must carry, stand in `file`, which only the owner of the data folder may read.
 */
export async function openControlChannel(
  file: string,
  ordered: Ordered,
): Promise<{ close(): Promise<void> }> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    void (async () => {
      const { status, body } = await answerTo(request, token, ordered)
      response
        .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
        .end(JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  await writePrivateFile(file, `${JSON.stringify({ port, token })}\n`)
  return {
    async close() {
      await rm(file, { force: true })
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
    },
  }
}

async function answerTo(request: IncomingMessage, token: string, ordered: Ordered): Promise<ControlAnswer> {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return { status: 401, body: { refusal: 'The token is wrong.' } }
  }
  try {
    const order = orderSchema.safeParse(JSON.parse(await textOf(request)))
    if (!order.success) return { status: 400, body: { refusal: 'The order cannot be understood.' } }
    return { status: 200, body: { lines: await linesFor(order.data, ordered) } }
  } catch (error) {
    if (error instanceof UserFacingError) return { status: 200, body: { refusal: error.message } }
    const isOfDisk = error instanceof Error && 'syscall' in error
    const refusal = `The server could not carry out the order${isOfDisk ? `: ${diskReason(error)}` : ''}.`
    return { status: 500, body: { refusal } }
  }
}

async function linesFor(order: Order, { database, takeSnapshot }: Ordered): Promise<string[]> {
  if (order.action === 'snapshot') return [await takeSnapshot()]
  return database.transaction(async (session) => carryOut(session, order))
}

interface ControlAnswer {
  readonly status: number
  readonly body: z.infer<typeof answerSchema>
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > longestOrder) throw new Error('The order is too long.')
  }
  return text
}

/**
 * Gives an order to the server that runs on a data folder.
 * @returns its answer, or null when no server answers: it is not running, or ended without removing the file
 * @throws UserFacingError when the server refuses
 */
export async function giveOrder(file: string, order: Order): Promise<string[] | null> {
  const address = addressSchema.safeParse(parseJson(await readFile(file, 'utf8').catch(() => '')))
  if (!address.success) return null
  const { port, token } = address.data
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(order),
  }).catch(() => null)
  // Another program may have got the port of a server that was killed.
  const answer = answerSchema.safeParse(await response?.json().catch(() => null))
  if (!answer.success || response?.status === 401) return null
  if ('refusal' in answer.data) throw new UserFacingError(answer.data.refusal)
  return answer.data.lines
}
