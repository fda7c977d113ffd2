import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

import { createFakeNet, type FakeNet } from './fake-net.ts'

/** Websites on this computer. */
export interface LocalSites {
  /** `http://127.0.0.1:<port>`, served by the first site. */
  readonly origin: string
  /** A network that resolves the sites' hosts. */
  readonly net: FakeNet
  /** The API key of each request, by path. */
  readonly keys: Readonly<Record<string, string | undefined>>
}

/** Responds with JSON. */
export function json(value: unknown, status = 200): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    response.end(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** Responds with a redirect. */
export function redirect(location: string, status = 301): RequestListener {
  return (_request, response) => response.writeHead(status, { location }).end()
}

/** Starts one server for several websites: request listeners by host, then by path; other paths are 404. */
export async function startSites(
  sites: Readonly<Record<string, Readonly<Record<string, RequestListener>>>>,
): Promise<LocalSites> {
  const keys: Record<string, string | undefined> = {}
  const [first] = Object.values(sites)
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    keys[path] = request.headers.apikey?.toString()
    const site = sites[request.headers['x-forwarded-host']?.toString() ?? ''] ?? first
    const answer = site?.[path]
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A TCP server has an address with a port.
  const { port } = server.address() as AddressInfo
  const hosts = Object.fromEntries(Object.keys(sites).map((host) => [host, port]))
  return { origin: `http://127.0.0.1:${port}`, net: createFakeNet(hosts), keys }
}
