import * as fc from 'fast-check'
import type { Framing } from './fuzz-request.ts'

type Header = readonly [string, string]

const oneLine = (text: string): string =>
  text.replaceAll('\r', ' ').replaceAll('\n', ' ').replaceAll('\u0000', ' ')

const known: fc.Arbitrary<Header> = fc.oneof(
  fc.constantFrom<Header[]>(
    ['content-encoding', 'gzip'],
    ['content-encoding', 'br, gzip'],
    ['accept-encoding', 'identity;q=0'],
    ['accept', 'application/vnd.pgrst.object+json'],
    ['accept', 'application/vnd.pgrst.plan+json'],
    ['accept', 'text/csv'],
    ['accept', 'application/geo+json'],
    ['accept', '*/*;q=nonsense'],
    ['accept-profile', 'auth'],
    ['accept-profile', 'private'],
    ['content-profile', 'storage'],
    ['content-profile', 'pg_catalog'],
    ['range-unit', 'items'],
    ['range', '0-9'],
    ['range', '9-0'],
    ['range', 'bytes=0-,5-,-1'],
    ['range', '-1--5'],
    ['range', '99999999999999999999-'],
    ['if-none-match', '*'],
    ['if-none-match', `"${'x'.repeat(2000)}"`],
    ['if-modified-since', 'never'],
    ['expect', '100-continue'],
    ['x-http-method-override', 'DELETE'],
    ['x-upsert', 'true'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'evil.example'],
    ['x-client-info', 'a'.repeat(3000)],
    ['origin', 'null'],
    ['origin', 'https://evil.example'],
    ['access-control-request-method', 'PUT'],
    ['access-control-request-headers', 'authorization, x-å'],
    ['cookie', 'sb-access-token=x; __proto__=y'],
    ['authorization', 'Bearer'],
    ['authorization', 'Bearer a.b.c'],
    ['authorization', 'Basic YTpi'],
    ['apikey', ''],
    ['apikey', 'sb_secret_guessed'],
    ['host', 'evil.example'],
    ['host', 'a b'],
    ['host', '[::1'],
    ['host', ''],
    ['upgrade', 'websocket'],
    ['x-supabase-api-version', '1999-01-01'],
  ),
  fc
    .array(
      fc.constantFrom(
        'count=exact',
        'count=planned',
        'count=estimated',
        'return=representation',
        'return=headers-only',
        'return=minimal',
        'resolution=merge-duplicates',
        'resolution=ignore-duplicates',
        'missing=default',
        'tx=rollback',
        'handling=strict',
        'max-affected=1',
        'nonsense',
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((words): Header => ['prefer', words.join(',')]),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text): Header => ['x-odd', oneLine(text)]),
)

/** Unusual and contradictory headers. */
export const hostileHeaders: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly Header[]>([]) },
  { weight: 4, arbitrary: fc.array(known, { minLength: 1, maxLength: 3 }) },
)

/** Content types. */
export const contentType: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 10, arbitrary: fc.constant<readonly Header[]>([['content-type', 'application/json']]) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<(readonly Header[])[]>(
      [],
      [['content-type', 'text/csv']],
      [['content-type', 'application/x-www-form-urlencoded']],
      [['content-type', 'multipart/form-data']],
      [['content-type', 'application/json; charset=utf-16']],
      [['content-type', 'application/octet-stream']],
      [['content-type', '/']],
    ),
  },
)

/** The framing of a body, usually correct. */
export const framing: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Framing>('length') },
  { weight: 4, arbitrary: fc.constant<Framing>('chunked') },
  { weight: 1, arbitrary: fc.constant<Framing>('too-short') },
)

/** Methods, mostly valid ones. */
export const method: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS') },
  { weight: 1, arbitrary: fc.constantFrom('TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'REPORT', 'QUERY') },
)
