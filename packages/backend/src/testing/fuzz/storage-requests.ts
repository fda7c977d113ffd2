import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { bodyHeaders, framing, hostileHeaders, method } from './hostile-headers.ts'
import { anyOf, hostileText, inAddress, jsonBody, weighted, words } from './hostile-values.ts'
import type { FuzzRequest } from './wire.ts'

const address = fc
  .tuple(
    fc.constantFrom(
      ...words(`
        object object/public object/sign object/info object/upload/sign object/list object/authenticated
        render/image/public object/info/public upload/resumable bucket object/move object/copy s3 object/
      `),
    ),
    weighted(
      [6, fc.constant('product-images')],
      [1, fc.constantFrom('', ...words('other .. %2e%2e product-images%2f.. __proto__ a%00b'))],
    ),
    weighted(
      [3, fc.integer({ min: 1, max: 9_999_999 }).map((number) => `${1_700_000_000_000 + number}.png`)],
      [
        4,
        fc.constantFrom(
          ...words(String.raw`
            1.png 1.jpg 1.svg 1.html 1.png/ 1.png%00.html ../../secrets.json ..%2f..%2fsecrets.json
            %2e%2e/%2e%2e/admin.json ....//admin.json ..\..\admin.json %5c..%5cadmin.json /etc/passwd . .. %
            folder/1.png 1.PNG １.png 1.png?width=9 CON.png 1.png::$DATA
          `),
          `${'1'.repeat(300)}.png`,
        ),
      ],
      [1, inAddress(hostileText)],
    ),
    fc.constantFrom('', '', '?token=x.y.z', '?download=%0d%0aX: 1', '?width=-1&height=x'),
  )
  .map(([route, bucket, name, query]) => `/storage/v1/${route}/${bucket}/${name}${query}`)

/** The smallest valid PNG: a header of one pixel by one. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const content = fc.oneof(
  fc.constantFrom(
    png,
    png.subarray(0, 20),
    Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'),
    gzipSync(Buffer.alloc(100_000)),
    Buffer.alloc(0),
    Buffer.alloc(6 * 1024 * 1024 + 1),
  ),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
)
const form = fc
  .tuple(
    content.filter((bytes) => bytes.byteLength < 200_000),
    fc.constantFrom(
      '""',
      '"file"',
      '"x"; filename="../../a.png"',
      '"file"; filename="a.png"',
      '"; filename=',
      '',
    ),
    fc.constantFrom('--fuzz--\r\n', '--fuzz', '', '--fuzz--\r\n--fuzz\r\n'),
    fc.constantFrom('image/png', 'text/html', 'image/svg+xml', ''),
  )
  .map(([bytes, field, end, type]) =>
    Buffer.concat([
      Buffer.from(`--fuzz\r\ncontent-disposition: form-data; name=${field}\r\ncontent-type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n${end}`),
    ]),
  )
const fileTypes = ['', ...words('image/png IMAGE/PNG image/svg+xml text/html image/png,text/html')]
const formTypes = ['fuzz', '""', 'x'.repeat(300)].map(
  (boundary) => `multipart/form-data; boundary=${boundary}`,
)
const upload = fc.oneof(
  fc.tuple(content, fc.constantFrom(...fileTypes)),
  fc.tuple(form, fc.constantFrom('multipart/form-data', ...formTypes)),
)
const storageFields = words(
  'prefix prefixes limit offset sortBy search expiresIn paths bucketId sourceKey id public',
)
const listing = fc.record(
  { prefix: hostileText, prefixes: fc.array(hostileText, { maxLength: 3 }), expiresIn: fc.integer() },
  { requiredKeys: [] },
)

/** Malformed and hostile requests to Storage. */
export const storageRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(
  fc
    .record({ method: anyOf('POST PUT'), target: address, upload, headers: hostileHeaders, framing })
    .map(({ upload: [body, type], headers, ...rest }) => ({
      ...rest,
      headers: [['content-type', type] as const, ...headers],
      body,
    })),
  fc.record({
    method,
    target: address,
    headers: bodyHeaders,
    body: fc.oneof(fc.constant(null), jsonBody(storageFields, listing)),
    framing,
  }),
)
