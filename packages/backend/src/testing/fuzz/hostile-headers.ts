import * as fc from 'fast-check'
import { anyOf, weighted, words } from './hostile-values.ts'
import type { Framing, Header } from './wire.ts'

/** Unusual headers, a line each. */
const known = `
  content-encoding: gzip
  content-encoding: br, gzip
  accept-encoding: identity;q=0
  accept: application/vnd.pgrst.object+json
  accept: application/vnd.pgrst.plan+json
  accept: text/csv
  accept: application/geo+json
  accept: */*;q=nonsense
  accept-profile: auth
  accept-profile: private
  content-profile: storage
  content-profile: pg_catalog
  range-unit: items
  range: 0-9
  range: 9-0
  range: bytes=0-,5-,-1
  range: -1--5
  range: 99999999999999999999-
  if-none-match: *
  if-none-match: "${'x'.repeat(2000)}"
  if-modified-since: never
  expect: 100-continue
  x-http-method-override: DELETE
  x-upsert: true
  x-forwarded-proto: https
  x-forwarded-host: evil.example
  x-client-info: ${'a'.repeat(3000)}
  origin: null
  origin: https://evil.example
  access-control-request-method: PUT
  access-control-request-headers: authorization, x-å
  cookie: sb-access-token=x; __proto__=y
  authorization: Bearer
  authorization: Bearer a.b.c
  authorization: Basic YTpi
  apikey:
  apikey: sb_secret_guessed
  host: evil.example
  host: a b
  host: [::1
  host:
  upgrade: websocket
  x-supabase-api-version: 1999-01-01`
  .trim()
  .split('\n')
  .map((line): Header => {
    const [, name = '', value = ''] = /^\s*([^:]+):\s*(.*)$/.exec(line) ?? []
    return [name, value]
  })

const preferences = words(`
  count=exact count=planned count=estimated return=representation return=headers-only return=minimal
  resolution=merge-duplicates resolution=ignore-duplicates missing=default tx=rollback handling=strict max-affected=1 nonsense
`)

const header: fc.Arbitrary<Header> = fc.oneof(
  fc.constantFrom(...known),
  fc
    .array(fc.constantFrom(...preferences), { minLength: 1, maxLength: 3 })
    .map((some): Header => ['prefer', some.join(',')]),
  fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text): Header => ['x-odd', text.replaceAll(/[\r\n]/g, ' ').replaceAll('\u0000', ' ')]),
)

/** Unusual and contradictory headers. */
export const hostileHeaders: fc.Arbitrary<readonly Header[]> = weighted<readonly Header[]>(
  [3, fc.constant([])],
  [4, fc.array(header, { minLength: 1, maxLength: 3 })],
)

/** Those of a request with a body: mostly its right content type. */
export const bodyHeaders: fc.Arbitrary<readonly Header[]> = fc
  .tuple(
    weighted(
      [10, fc.constant('application/json')],
      [1, fc.constant('')],
      [
        2,
        anyOf(
          'text/csv application/x-www-form-urlencoded multipart/form-data application/octet-stream / application/json;charset=utf-16',
        ),
      ],
    ),
    hostileHeaders,
  )
  .map(([type, others]) => (type === '' ? others : [['content-type', type], ...others]))

/** The framing of a body, usually correct. */
export const framing: fc.Arbitrary<Framing> = weighted<Framing>(
  [12, fc.constant('length')],
  [4, fc.constant('chunked')],
  [1, fc.constant('too-short')],
)

/** Methods, mostly valid ones. */
export const method = weighted(
  [20, anyOf('GET POST PATCH PUT DELETE HEAD OPTIONS')],
  [1, anyOf('TRACE PROPFIND LOCK SEARCH REPORT QUERY')],
)
