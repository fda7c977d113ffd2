import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { diskReason, writePrivateFile } from '../data-folder/data-folder.ts'
import { stackOf, UserFacingError } from '../process/errors.ts'
import { isSameSecret } from '../process/same-secret.ts'
import type { Log } from '../process/terminal.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { administratorCommandSchema, executeCommand } from './administrators.ts'

const addressSchema = z.object({ port: z.number().int(), token: z.string() })
const resultSchema = z.union([z.object({ lines: z.array(z.string()) }), z.object({ error: z.string() })])

const commandSchema = z.union([administratorCommandSchema, z.object({ action: z.literal('snapshot') })])

/** A command for the running server. */
export type ControlCommand = z.infer<typeof commandSchema>

export interface ControlTarget {
  readonly database: Database
  /** Makes a snapshot of the site and returns its folder. */
  takeSnapshot(): Promise<string>
  /** Gets the cause of a command that failed, which its answer does not say. */
  log: Log
}

// A command is an action and an e-mail address.
const maxCommandLength = 4096

/**
 * Accepts the admin and backup commands while the server runs, on a loopback port that the system chooses. `file` holds
 * the port and the token that a command must carry; only the owner of the data folder can read it.
 */
export async function openControlChannel(
  file: string,
  target: ControlTarget,
): Promise<{ close(): Promise<void> }> {
  const token = randomBytes(32).toString('base64url')
  const server = createServer((request, response) => {
    void (async () => {
      const { status, body } = await respond(request, token, target)
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

async function respond(
  request: IncomingMessage,
  token: string,
  target: ControlTarget,
): Promise<ControlResponse> {
  if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
    return { status: 401, body: { error: 'The token is wrong.' } }
  try {
    const command = commandSchema.safeParse(JSON.parse(await textOf(request)))
    if (!command.success) return { status: 400, body: { error: 'The command is not valid.' } }
    return { status: 200, body: { lines: await linesFor(command.data, target) } }
  } catch (error) {
    if (error instanceof UserFacingError) return { status: 200, body: { error: error.message } }
    target.log(`a command for the running server failed: ${stackOf(error)}`, 'error')
    const isDiskError = error instanceof Error && 'syscall' in error
    const sentence = `The server could not run the command${isDiskError ? `: ${diskReason(error)}` : '; its log has the reason'}.`
    return { status: 500, body: { error: sentence } }
  }
}

async function linesFor(
  command: ControlCommand,
  { database, takeSnapshot }: ControlTarget,
): Promise<string[]> {
  if (command.action === 'snapshot') return [await takeSnapshot()]
  return database.transaction(async (session) => executeCommand(session, command))
}

interface ControlResponse {
  readonly status: number
  readonly body: z.infer<typeof resultSchema>
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > maxCommandLength) throw new Error('The command is too long.')
  }
  return text
}

/**
 * Sends a command to the server that runs on a data folder.
 * @returns its lines, or null when no server responds: it is not running, or ended without removing the file
 * @throws UserFacingError when the server rejects the command
 */
export async function sendCommand(file: string, command: ControlCommand): Promise<string[] | null> {
  const address = addressSchema.safeParse(parseJson(await readFile(file, 'utf8').catch(() => '')))
  if (!address.success) return null
  const { port, token } = address.data
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(command),
  }).catch(() => null)
  // Another program may listen on the port of a server that was killed.
  const result = resultSchema.safeParse(await response?.json().catch(() => null))
  if (!result.success || response?.status === 401) return null
  if ('error' in result.data) throw new UserFacingError(result.data.error)
  return result.data.lines
}
