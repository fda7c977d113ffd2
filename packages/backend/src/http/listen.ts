import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { healthWhileStarting } from '../health/health.ts'
import { Refusal } from '../refusal.ts'

/** Answers a request; the bindings hold the socket that it came by. */
export type Handler = (
  request: Request,
  bindings: Pick<HttpBindings, 'incoming'>,
) => Response | Promise<Response>

/** A port that is taken, and answers from the moment on that it is given something to answer with. */
export interface Listener {
  readonly port: number
  /** Until then every request is told to come back in a second. */
  answerWith(handler: Handler): void
  /**
   * Takes no more connections, lets the requests in hand end within `patience` milliseconds, and frees the port.
   */
  close(patience: number): Promise<void>
}

/**
 * Takes a loopback port.
 * @throws Refusal when it is in use or may not be taken
 */
export async function listen(port: number): Promise<Listener> {
  let handler: Handler = (request) =>
    healthWhileStarting(request) ?? new Response('Starting', { status: 503, headers: { 'retry-after': '1' } })
  const inHand = new Set<ServerResponse>()
  let isClosing = false
  const answer = getRequestListener(
    // This server speaks HTTP/1 alone.
    async (request, bindings) => handler(request, bindings as HttpBindings),
    { overrideGlobalObjects: false },
  )
  const server = createServer((incoming, outgoing) => {
    inHand.add(outgoing)
    outgoing.once('close', () => inHand.delete(outgoing))
    if (isClosing) outgoing.setHeader('connection', 'close')
    void answer(incoming, outgoing)
  })
  await takePort(server, port)
  // A server that listens on a port has such an address.
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    answerWith(next) {
      handler = next
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
