import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { createClientAddress } from './client-address.ts'

/** The network that a request comes from, by its socket and its trusted proxies. */
export type ClientOf = (context: Context) => string

/** @param trustedProxies addresses and networks such as `10.0.0.0/8` */
export function createClientOf(trustedProxies: readonly string[]): ClientOf {
  const clientAddress = createClientAddress(trustedProxies)
  return ({ env, req }) => {
    // The bindings of the Node adapter; requests in tests have none.
    const { incoming } = (env ?? {}) as { incoming?: IncomingMessage }
    return clientAddress(incoming?.socket.remoteAddress, req.header('x-forwarded-for') ?? null)
  }
}
