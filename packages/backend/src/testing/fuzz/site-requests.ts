import * as fc from 'fast-check'
import type { BrokenBytes, FuzzRequest } from './fuzz-request.ts'
import { framing, hostileHeaders, method } from './hostile-headers.ts'
import { hostileText, inAddress } from './hostile-values.ts'

const path = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        [
          '/',
          '/index.html',
          '/catalogue',
          '/admin/products',
          '/config.json',
          '/healthz',
          '/realtime/v1/api/ping',
        ],
        [
          '/assets/index-a1b2c3.js',
          '/assets/',
          '/robots.txt',
          '/assets/missing.js',
          '/_system/config',
          '/studio',
        ],
      ].flat(),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...[
        [
          '/../../secrets.json',
          '/..%2f..%2fsecrets.json',
          '/%2e%2e/%2e%2e/data/secrets.json',
          '/assets/../../package.json',
        ],
        [
          '//evil.example/',
          '/\\evil.example',
          '/%5c%5cevil.example',
          '/.env',
          '/.git/config',
          '/data/admin.json',
          '*',
        ],
        [
          '/index.html%00.js',
          '/%c0%ae%c0%ae/',
          '/....//....//etc/passwd',
          'http://evil.example/',
          'evil',
          '',
          '/?',
          '/#',
        ],
        [
          '/rest',
          '/rest/v1',
          '/REST/V1/leads',
          '/rest/v1//leads',
          '/auth/v1/../../rest/v1/leads',
          '/rest%2fv1%2fleads',
        ],
        `/${'a'.repeat(9000)}`,
        `/${'%20'.repeat(2000)}`,
        `/${'../'.repeat(500)}`,
      ].flat(),
    ),
  },
  { weight: 2, arbitrary: inAddress(hostileText).map((text) => `/${text}`) },
)

/** Requests to the website, the configuration and the health check. */
export const siteRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  method,
  target: fc.tuple(path, fc.constantFrom('', '', '?a=1', '?%')).map((parts) => parts.join('')),
  headers: hostileHeaders,
  body: fc.oneof(
    fc.constant(null),
    hostileText.map((text) => Buffer.from(text)),
  ),
  framing,
})

/** Bytes that are not HTTP, and truncated or contradictory HTTP. */
export const brokenBytes: fc.Arbitrary<BrokenBytes> = fc
  .oneof(
    fc
      .constantFrom(
        ...[
          [
            'GET\r\n\r\n',
            'GET / HTTP/9.9\r\n\r\n',
            'GET / HTTP/1.1\r\n\r\n',
            '\r\n\r\n\r\n',
            'NONSENSE / HTTP/1.1\r\nhost: a\r\n\r\n',
          ],
          [
            'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
            'GET / HTTP/1.1\r\nhost a\r\n\r\n',
            'GET / HTTP/1.1\r\nhost: a',
          ],
          'GET / HTTP/1.1\r\nhost: a\r\n folded: b\r\n\r\n',
          'POST /rest/v1/leads HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n',
          'POST /rest/v1/leads HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
          'POST /rest/v1/leads HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
          'POST /rest/v1/leads HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nab\r\n',
          'POST /rest/v1/leads HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n',
          'POST /auth/v1/token HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n',
          'POST /storage/v1/object/product-images/1.png HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999999999999\r\n\r\n',
          'GET / HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n',
          'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
          'CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n',
          `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
          `GET / HTTP/1.1\r\nhost: a\r\n${'x: y\r\n'.repeat(3000)}\r\n`,
          '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001',
        ].flat(),
      )
      .map((text) => Buffer.from(text, 'latin1')),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  )
  .map((raw) => ({ raw }))
