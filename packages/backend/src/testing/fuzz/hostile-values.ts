import * as fc from 'fast-check'

/** Identifiers of the fuzzed site's rows, so that some requests find a row. */
export const knownIds = Array.from(
  { length: 12 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
)

const awkward = [
  '',
  ' ',
  'true',
  'false',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '12.50',
  '0x1F',
  '9223372036854775808',
  '99999999999999999999999999',
  '{}',
  '{a,b}',
  '{"a":1}',
  '[]',
  '()',
  '(1,2',
  '"quoted"',
  '"half',
  "it's",
  "'; drop table products; --",
  '$1',
  '${x}',
  '%',
  '*',
  '_%_',
  '\\',
  '\\\\"',
  '../../../etc/passwd',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Ereversed',
  'e\u0301\u0301\u0301',
  '😀',
  '’“”',
  'ﷺ',
  '\r\nX-Injected: 1',
  '<script>alert(1)</script>',
  'infinity',
  '-infinity',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  '10000-01-01T00:00:00Z',
  '1996-12-19T16:39:57.999999999999Z',
  '00000000-0000-0000-0000-000000000000',
  'not-a-uuid',
  '__proto__',
  'constructor',
  'a'.repeat(300),
  '('.repeat(200),
  'x,'.repeat(500),
]

/** Notorious texts, known identifiers and arbitrary text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...awkward) },
  { weight: 2, arbitrary: fc.constantFrom(...knownIds) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.integer().map(String) },
)

/** A part of a URL, mostly percent-encoded, sometimes raw or badly encoded. */
export const inAddress = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: text.map((each) => encodeURIComponent(each.toWellFormed())) },
    { weight: 1, arbitrary: text.map((each) => each.replace(/[\s\p{Cc}]/gu, '+')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%', '%zz', '%00', '%c0%af', '%ff%fe', '%ed%a0%80', '%2e%2e%2f'),
    },
  )

/** A JSON value of any type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null]),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
)

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Bodies that are not JSON, or unusual JSON. */
const brokenJson = fc.constantFrom(
  '',
  '{',
  '{"name":',
  '[{},',
  'null',
  '7',
  '"text"',
  '{"name":"a","name":"b"}',
  '{"__proto__":{"is_admin":true}}',
  '\uFEFF{}',
  '{"name":"\\u0000"}',
  '{"name":"\\ud800"}',
  '[{"name":"a"},{"other":"b"}]',
  '[{},{}]',
  '[]',
  '{"name":1e999}',
  deep(100),
  deep(5000),
  deep(100_000),
  '{"name":'.repeat(20_000),
  `{"name":"${'x'.repeat(5000)}"}`,
  'name=a&company=b',
  'id,name\n1,2\n',
)

/** A body, mostly JSON: an object with some of the given fields, a list of them, or a malformed one. */
export function jsonBody(fields: readonly string[], usual: fc.Arbitrary<object>): fc.Arbitrary<Buffer> {
  const wild = fc.dictionary(fc.oneof(fc.constantFrom('id', ...fields), hostileText), hostileValue, {
    maxKeys: 5,
  })
  const mixed = fc.tuple(usual, wild).map(([one, other]) => ({ ...one, ...other }))
  const text = fc.oneof(
    { weight: 3, arbitrary: usual.map((each) => JSON.stringify(each)) },
    { weight: 4, arbitrary: mixed.map((each) => JSON.stringify(each)) },
    { weight: 2, arbitrary: wild.map((each) => JSON.stringify(each)) },
    { weight: 1, arbitrary: fc.array(mixed, { maxLength: 3 }).map((each) => JSON.stringify(each)) },
    { weight: 2, arbitrary: brokenJson },
  )
  return fc.oneof(
    { weight: 30, arbitrary: text.map((each) => Buffer.from(each)) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each)) },
    { weight: 1, arbitrary: fc.constantFrom(200, 300, 700).map((kib) => Buffer.alloc(kib * 1024, '[')) },
  )
}
