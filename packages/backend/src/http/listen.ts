import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { healthPath, startingHealthResponse } from './health.ts'
import { UserFacingError } from '../process/errors.ts'
import { settledWithin } from '@giftwell/shared/kernel/with-timeout.ts'
import type { ResponseHeaders } from './security-headers.ts'

/** Handles a request; the bindings hold its socket. */
export type Handler = (
  request: Request,
  bindings: Pick<HttpBindings, 'incoming'>,
) => Response | Promise<Response>

/** A bound port. Until it has a handler, the health check says 503 and other requests wait for it. */
export interface Listener {
  readonly port: number
  /**
   * Sets the handler of all further requests.
   * @param headersFor the default headers of all further responses
   */
  answerWith(handler: Handler, headersFor: ResponseHeaders): void
  /** The requests whose response is not sent yet. */
  inFlight(): number
  /** Accepts no more connections, drains the requests in flight for at most the timeout, and frees the port. */
  close(shutdownTimeoutMs: number): Promise<void>
}

/** Longer than the idle timeout of proxies, usually 60 s. A shorter one may close a connection as a request arrives. */
const keepAliveTimeoutMs = 75_000

/** How long a connection may make the server wait, in milliseconds. */
interface ConnectionTimeouts {
  /** For all headers of a request. */
  readonly headers: number
  /** For a whole request. */
  readonly request: number
  /** Without a byte, while a request is incomplete or its response is not read. */
  readonly stall: number
  /** Between two checks of the headers' and the request's time. */
  readonly check: number
  /** For a server that starts; then 503. */
  readonly start: number
}

/** A photo of 5 MB has five minutes, as long as the website waits for it. Node answers stalled headers, so they end first. */
const usualTimeouts: ConnectionTimeouts = {
  headers: 15_000,
  request: 300_000,
  stall: 20_000,
  check: 2000,
  start: 60_000,
}

/**
 * Binds a port of an address, or takes the socket that systemd passes (sd_listen_fds(3)): its queue of connections outlives
 * a restart.
 * @param headersWhileStarting the headers of every response until there is a handler
 * @throws UserFacingError when the port is in use or needs other rights
 */
export async function listen(
  port: number,
  headersWhileStarting: ResponseHeaders,
  host = '127.0.0.1',
  timeouts: ConnectionTimeouts = usualTimeouts,
): Promise<Listener> {
  const started = Promise.withResolvers<void>()
  let isStarted = false
  let handler: Handler = (request) =>
    startingHealthResponse(request) ??
    new Response('Starting', { status: 503, headers: { 'retry-after': '1' } })
  let headersFor = headersWhileStarting
  const inFlight = new Set<ServerResponse>()
  let isClosing = false
  const answer = getRequestListener(
    // The server speaks HTTP/1 only.
    async (request, bindings) => handler(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  )
  // Node would reject a request without a host before the headers are set.
  const options = {
    requireHostHeader: false,
    keepAliveTimeout: keepAliveTimeoutMs,
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.check,
  }
  const respond = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    for (const [name, value] of Object.entries(headersFor(incoming))) outgoing.setHeader(name, value)
    if (isClosing) outgoing.setHeader('connection', 'close')
    void answer(incoming, outgoing)
  }
  const respondOnceStarted = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    await settledWithin(started.promise, timeouts.start)
    // Unless its client has gone, who may have sent it again.
    if (inFlight.has(outgoing)) respond(incoming, outgoing)
  }
  const server = createServer(options, (incoming, outgoing) => {
    inFlight.add(outgoing)
    outgoing.once('close', () => inFlight.delete(outgoing))
    if (isStarted || incoming.url?.split('?')[0] === healthPath) respond(incoming, outgoing)
    else void respondOnceStarted(incoming, outgoing)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else socket.end(malformedRequestResponse(error.code, headersFor))
  })
  server.setTimeout(timeouts.stall, (socket) => {
    const response = [...inFlight].find(({ req }) => req.socket === socket)
    const isUnanswered = response?.headersSent === false && socket.writable
    // An idle connection, or one whose client does not read.
    if (!isUnanswered) socket.destroy()
    // A complete request waits for the server, not for its client.
    else if (!response.req.complete) {
      socket.end(malformedRequestResponse('ERR_HTTP_REQUEST_TIMEOUT', headersFor))
      socket.destroySoon()
    }
  })
  await bind(server, port, host)
  // A server that listens on a port has such an address.
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    answerWith(next, headers) {
      handler = next
      headersFor = headers
      isStarted = true
      started.resolve()
    },
    inFlight: () => inFlight.size,
    async close(shutdownTimeoutMs) {
      // Connections that the system has queued are accepted before the callback, and reset by the end of the socket.
      await new Promise((resolve) => setImmediate(resolve))
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      isClosing = true
      started.resolve()
      for (const outgoing of inFlight) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close')
      server.closeIdleConnections()
      const last = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs)
      await closed
      clearTimeout(last)
    },
  }
}

/** The raw response to bytes that Node cannot parse as a request. */
function malformedRequestResponse(code: string | undefined, headersFor: ResponseHeaders): string {
  const status = code === undefined ? undefined : malformedRequestStatuses[code]
  // Without the request's own headers, which are not trusted.
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

const malformedRequestStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

async function bind(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new UserFacingError(`Port ${port} cannot be used: ${reason(error.code)}.`))
    })
    if (process.env['LISTEN_PID'] === String(process.pid)) server.listen({ fd: 3 }, resolve)
    else server.listen(port, host, resolve)
  })
}

function reason(code: string | undefined): string {
  if (code === 'EADDRINUSE') return 'another program listens there; choose another port with PORT'
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address; choose another address with HOST'
  if (code === 'EACCES') return 'this user may not listen there; choose another port with PORT'
  return code ?? 'unknown reason'
}
