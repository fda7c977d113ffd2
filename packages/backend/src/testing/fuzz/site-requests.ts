import * as fc from 'fast-check'
import { framing, hostileHeaders, method } from './hostile-headers.ts'
import { anyOf, hostileText, inAddress, weighted, words } from './hostile-values.ts'
import type { BrokenBytes, FuzzRequest } from './wire.ts'

const path = weighted(
  [
    3,
    anyOf(`
      / /index.html /catalogue /admin/products /config.json /healthz /realtime/v1/api/ping /assets/index-a1b2c3.js
      /assets/ /robots.txt /assets/missing.js /_system/config /studio
    `),
  ],
  [
    5,
    fc.constantFrom(
      '',
      ...words(String.raw`
        /../../secrets.json /..%2f..%2fsecrets.json /%2e%2e/%2e%2e/data/secrets.json /assets/../../package.json
        //evil.example/ /\evil.example /%5c%5cevil.example /.env /.git/config /data/admin.json * /index.html%00.js
        /%c0%ae%c0%ae/ /....//....//etc/passwd http://evil.example/ evil /? /# /rest /rest/v1 /REST/V1/leads
        /rest/v1//leads /auth/v1/../../rest/v1/leads /rest%2fv1%2fleads
      `),
      `/${'a'.repeat(9000)}`,
      `/${'%20'.repeat(2000)}`,
      `/${'../'.repeat(500)}`,
    ),
  ],
  [2, inAddress(hostileText).map((each) => `/${each}`)],
)

/** Requests to the website, the configuration and the health check. */
export const siteRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  method,
  target: fc.tuple(path, fc.constantFrom('', '', '?a=1', '?%')).map((parts) => parts.join('')),
  headers: hostileHeaders,
  body: fc.oneof(
    fc.constant(null),
    hostileText.map((each) => Buffer.from(each)),
  ),
  framing,
})

/** Requests to `/rest/v1/leads` with contradictory framing: further headers, and the body. */
const misframed: readonly [headers: string, body: string][] = [
  ['content-length: 5\r\ntransfer-encoding: chunked', '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n'],
  ['content-length: 1\r\ncontent-length: 2', 'ab'],
  ['content-length: -1', ''],
  ['content-length: 99999999999999999999', ''],
  ['transfer-encoding: chunked', 'zz\r\nab\r\n'],
  ['transfer-encoding: chunked', 'ffffffffffffffff\r\n'],
  ['transfer-encoding: gzip, chunked', '2\r\n{}\r\n'],
]
const broken = [
  'GET\r\n\r\n',
  '\r\n\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
  ...[
    'GET / HTTP/9.9',
    'GET / HTTP/1.1',
    'NONSENSE / HTTP/1.1\r\nhost: a',
    'GET / HTTP/1.1\r\nhost: a\r\nhost: b',
    'GET / HTTP/1.1\r\nhost a',
    'GET / HTTP/1.1\r\nhost: a\r\n folded: b',
    'GET / HTTP/1.1\r\nhost: a\r\nx: \u0000',
    'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}`,
    `GET / HTTP/1.1\r\nhost: a${'\r\nx: y'.repeat(3000)}`,
  ].map((head) => `${head}\r\n\r\n`),
  'GET / HTTP/1.1\r\nhost: a',
  ...misframed.map(
    ([headers, body]) => `POST /rest/v1/leads HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n${body}`,
  ),
]

/** Bytes that are not HTTP, and truncated or contradictory HTTP. */
export const brokenBytes: fc.Arbitrary<BrokenBytes> = fc
  .oneof(
    fc.constantFrom(...broken).map((each) => Buffer.from(each, 'latin1')),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  )
  .map((raw) => ({ raw }))
