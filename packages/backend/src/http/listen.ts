import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { GiveAtOnce } from '../answers/give-at-once.ts'
import { healthWhileStarting } from '../health/health.ts'
import { Refusal } from '../refusal.ts'
import type { AnswerHeaders } from './security-headers.ts'

/** Answers a request; the bindings hold the socket that it came by. */
export type Handler = (
  request: Request,
  bindings: Pick<HttpBindings, 'incoming'>,
) => Response | Promise<Response>

/** A port that is taken, and answers from the moment on that it is given something to answer with. */
export interface Listener {
  readonly port: number
  /**
   * Until then every request is told to come back in a second.
   * @param headersFor what every answer carries from then on unless it says otherwise
   * @param giveAtOnce is asked first, and answers some requests itself
   */
  answerWith(handler: Handler, headersFor: AnswerHeaders, giveAtOnce?: GiveAtOnce): void
  /**
   * Takes no more connections, lets the requests in hand end within `patience` milliseconds, and frees the port.
   */
  close(patience: number): Promise<void>
}

/**
 * Milliseconds that a connection may lie idle. Longer than a proxy in front keeps its own, 60 s as a rule: with Node's
 * 5 s one would be closed now and then at the very moment in which a request comes by it.
 */
const longestIdle = 75_000

/**
 * Takes a loopback port.
 * @param headersWhileStarting what every answer carries until then; also those that no request of HTTP led to
 * @throws Refusal when it is in use or may not be taken
 */
export async function listen(port: number, headersWhileStarting: AnswerHeaders): Promise<Listener> {
  let handler: Handler = (request) =>
    healthWhileStarting(request) ?? new Response('Starting', { status: 503, headers: { 'retry-after': '1' } })
  let atOnce: GiveAtOnce = giveNothing
  let headersFor = headersWhileStarting
  const inHand = new Set<ServerResponse>()
  let isClosing = false
  const answer = getRequestListener(
    // This server speaks HTTP/1 alone.
    async (request, bindings) => handler(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  )
  // Without a host there is no address; what refuses it below does so with the headers.
  const options = { requireHostHeader: false, keepAliveTimeout: longestIdle }
  const server = createServer(options, (incoming, outgoing) => {
    inHand.add(outgoing)
    outgoing.once('close', () => inHand.delete(outgoing))
    for (const [name, value] of Object.entries(headersFor(incoming))) outgoing.setHeader(name, value)
    if (isClosing) outgoing.setHeader('connection', 'close')
    atOnce(incoming, outgoing, () => void answer(incoming, outgoing))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else socket.end(answerToBrokenRequest(error.code, headersFor))
  })
  await takePort(server, port)
  // A server that listens on a port has such an address.
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    answerWith(next, headers, giveAtOnce = giveNothing) {
      handler = next
      headersFor = headers
      atOnce = giveAtOnce
    },
    async close(patience) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      isClosing = true
      for (const outgoing of inHand) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close')
      server.closeIdleConnections()
      const last = setTimeout(() => server.closeAllConnections(), patience)
      await closed
      clearTimeout(last)
    },
  }
}

/** Leaves every request to the handler. */
const giveNothing: GiveAtOnce = (_incoming, _outgoing, otherwise) => otherwise()

/** What Node's parser does not understand never becomes a request; this is all that its sender gets. */
function answerToBrokenRequest(code: string | undefined, headersFor: AnswerHeaders): string {
  const status = code === undefined ? undefined : brokenRequests[code]
  // Nothing that it says of itself is believed, its proxy included.
  const headers = headersFor({ headers: {}, socket: new Socket() })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    `HTTP/1.1 ${status ?? '400 Bad Request'}`,
    ...lines,
    'content-length: 0',
    'connection: close',
    '',
    '',
  ].join('\r\n')
}

const brokenRequests: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

async function takePort(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new Refusal(`Port ${port} cannot be used: ${reason(error.code)}.`))
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

function reason(code: string | undefined): string {
  if (code === 'EADDRINUSE') return 'another program listens there; choose another one with PORT'
  if (code === 'EACCES') return 'this user may not listen there; choose another one with PORT'
  return code ?? 'unknown reason'
}
