import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Has a server listen on a port of this machine, by default a free one; the port. */
export async function portOf(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A listening TCP server has such an address.
  return (server.address() as AddressInfo).port
}
