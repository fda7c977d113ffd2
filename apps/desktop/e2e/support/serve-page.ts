import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { FakeElectron } from '../../src/testing/fake-electron.ts'

/** The app's own origin. */
export const appOrigin = 'giftwell-app://app'

/** The app's page at an address that plain Chromium can open. */
export interface ServedPage {
  /** Stands for the app's own origin. */
  readonly origin: string
  stop(): Promise<void>
}

/**
 * Serves the responses of the main process's own protocol handler, with status and headers: its policy is in force, with
 * this origin instead of the app's.
 */
export async function servePage(fake: FakeElectron): Promise<ServedPage> {
  async function respond(request: IncomingMessage, response: ServerResponse) {
    const handled = await fake.request(`${appOrigin}${request.url}`, request.method)
    const headers = [...handled.headers].map(([name, value]) => [name, value.replaceAll(appOrigin, origin)])
    response.writeHead(handled.status, Object.fromEntries(headers))
    response.end(Buffer.from(await handled.arrayBuffer()))
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has such an address.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
