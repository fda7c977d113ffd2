import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/**
 * A proxy that does what nginx does with `proxy_pass http://127.0.0.1:PORT;` alone: "By default, only two fields are
 * redefined: proxy_set_header Host $proxy_host; proxy_set_header Connection close;", and `proxy_http_version`: "By default,
 * version 1.0 is used" (nginx.org/en/docs/http/ngx_http_proxy_module.html; 1.1 since nginx 1.29.7).
 *
 * @param target the origin of the server behind it, read at each request
 */
export async function startDefaultProxy(target: () => string) {
  const server = createServer((incoming) => {
    const { socket, method, url } = incoming
    const { host, hostname, port } = new URL(target())
    const headers = Object.entries({ ...incoming.headers, host, connection: 'close' })
    const lines = headers.map(([name, value]) => `${name}: ${String(value)}`)
    const upstream = connect(Number(port), hostname)
    upstream.write([`${method} ${url} HTTP/1.0`, ...lines, '', ''].join('\r\n'))
    incoming.pipe(upstream, { end: false })
    // Its response is the browser's, byte for byte, and ends with the connection.
    upstream.pipe(socket)
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
