import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import type { FuzzRequest } from './fuzz-request.ts'
import { contentType, framing, hostileHeaders, method } from './hostile-headers.ts'
import { hostileText, inAddress, jsonBody } from './hostile-values.ts'

const bucket = fc.oneof(
  { weight: 6, arbitrary: fc.constant('product-images') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('other', '..', '%2e%2e', 'product-images%2f..', '', '__proto__', 'a%00b'),
  },
)

const name = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 9_999_999 }).map((number) => `${1_700_000_000_000 + number}.png`),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        [
          '1.png',
          '1.jpg',
          '1.svg',
          '1.html',
          '1.png/',
          '1.png%00.html',
          '../../secrets.json',
          '..%2f..%2fsecrets.json',
        ],
        [
          '%2e%2e/%2e%2e/admin.json',
          '....//admin.json',
          '..\\..\\admin.json',
          '%5c..%5cadmin.json',
          '/etc/passwd',
          '.',
        ],
        [
          '..',
          '%',
          `${'1'.repeat(300)}.png`,
          'folder/1.png',
          '1.PNG',
          '１.png',
          '1.png?width=9',
          'CON.png',
          '1.png::$DATA',
        ],
      ].flat(),
    ),
  },
  { weight: 1, arbitrary: inAddress(hostileText) },
)

const route = fc.constantFrom(
  ...[
    [
      'object',
      'object/public',
      'object/sign',
      'object/info',
      'object/upload/sign',
      'object/list',
      'object/authenticated',
    ],
    [
      'render/image/public',
      'object/info/public',
      'upload/resumable',
      'bucket',
      'object/move',
      'object/copy',
      's3',
      'object/',
    ],
  ].flat(),
)

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

const boundary = 'fuzz'

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
    fc.constantFrom(`--${boundary}--\r\n`, `--${boundary}`, '', `--${boundary}--\r\n--${boundary}\r\n`),
    fc.constantFrom('image/png', 'text/html', 'image/svg+xml', ''),
  )
  .map(([bytes, field, end, type]) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name=${field}\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n${end}`),
    ]),
  )

const uploaded = fc.oneof(
  fc.record({
    body: content,
    type: fc.constantFrom('image/png', 'IMAGE/PNG', 'image/svg+xml', 'text/html', 'image/png, text/html', ''),
  }),
  fc.record({
    body: form,
    type: fc.constantFrom(
      `multipart/form-data; boundary=${boundary}`,
      'multipart/form-data',
      'multipart/form-data; boundary=""',
      `multipart/form-data; boundary=${'x'.repeat(300)}`,
    ),
  }),
)

const address = fc
  .tuple(
    route,
    bucket,
    name,
    fc.constantFrom('', '', '?token=x.y.z', '?download=%0d%0aX: 1', '?width=-1&height=x'),
  )
  .map(([first, second, third, query]) => `/storage/v1/${first}/${second}/${third}${query}`)

const uploadRequest: fc.Arbitrary<FuzzRequest> = fc
  .record({
    method: fc.constantFrom('POST', 'PUT'),
    target: address,
    upload: uploaded,
    headers: hostileHeaders,
    framing,
  })
  .map(({ upload, headers, ...rest }) => ({
    ...rest,
    headers: [['content-type', upload.type] as const, ...headers],
    body: upload.body,
  }))

const otherRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  method,
  target: address,
  headers: fc.tuple(contentType, hostileHeaders).map(([one, other]) => [...one, ...other]),
  body: fc.oneof(
    fc.constant(null),
    jsonBody(
      [
        'prefix',
        'prefixes',
        'limit',
        'offset',
        'sortBy',
        'search',
        'expiresIn',
        'paths',
        'bucketId',
        'sourceKey',
        'id',
        'public',
      ],
      fc.record(
        { prefix: hostileText, prefixes: fc.array(hostileText, { maxLength: 3 }), expiresIn: fc.integer() },
        { requiredKeys: [] },
      ),
    ),
  ),
  framing,
})

/** Malformed and hostile requests to Storage. */
export const storageRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(uploadRequest, otherRequest)
