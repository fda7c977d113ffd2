import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A free port of the loopback interface. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  // It listens on a port, not on a path.
  const { port } = probe.address() as AddressInfo
  await probe[Symbol.asyncDispose]()
  return port
}
