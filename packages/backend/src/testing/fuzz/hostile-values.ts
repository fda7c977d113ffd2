import * as fc from 'fast-check'

/** Identifiers of the fuzzed site's rows, so that some requests find a row. */
export const knownIds = Array.from(
  { length: 12 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
)

/** The words of a text. */
export const words = (text: string): string[] => text.trim().split(/\s+/)

/** One of the words of a text. */
export const anyOf = (text: string): fc.Arbitrary<string> => fc.constantFrom(...words(text))

/** One of several arbitraries, each so many times as often as one of weight 1. */
export const weighted = <T>(
  ...choices: readonly [weight: number, arbitrary: fc.Arbitrary<T>][]
): fc.Arbitrary<T> => fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const notorious = [
  ...words(String.raw`
    true false null undefined NaN Infinity -0 1e400 12.50 0x1F 9223372036854775808 99999999999999999999999999
    {} {a,b} {"a":1} [] () (1,2 "quoted" "half it's $1 ${'${x}'} % * _%_ \ \\" ../../../etc/passwd 😀 ’“” ﷺ
    <script>alert(1)</script> infinity -infinity 0000-00-00 2026-02-30T25:61:61Z 10000-01-01T00:00:00Z
    1996-12-19T16:39:57.999999999999Z 00000000-0000-0000-0000-000000000000 not-a-uuid __proto__ constructor
  `),
  '',
  ' ',
  "'; drop table products; --",
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202Ereversed',
  'e\u0301\u0301\u0301',
  '\r\nX-Injected: 1',
  'a'.repeat(300),
  '('.repeat(200),
  'x,'.repeat(500),
]

/** Notorious texts, known identifiers and arbitrary text. */
export const hostileText = weighted(
  [5, fc.constantFrom(...notorious)],
  [2, fc.constantFrom(...knownIds)],
  [1, fc.string({ unit: 'binary', maxLength: 30 })],
  [1, fc.integer().map(String)],
)

/** A part of a URL, mostly percent-encoded, sometimes raw or badly encoded. */
export const inAddress = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  weighted(
    [12, text.map((each) => encodeURIComponent(each.toWellFormed()))],
    [1, text.map((each) => each.replace(/[\s\p{Cc}]/gu, '+'))],
    [1, anyOf('% %zz %00 %c0%af %ff%fe %ed%a0%80 %2e%2e%2f')],
  )

/** A JSON value of any type. */
export const hostileValue: fc.Arbitrary<unknown> = weighted<unknown>(
  [5, hostileText],
  [2, fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null])],
  [1, fc.jsonValue({ maxDepth: 3 })],
  [1, fc.array(hostileText, { maxLength: 4 })],
)

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** Bodies that are not JSON, or unusual JSON. */
const brokenJson = fc.constantFrom(
  ...words(String.raw`
    { {"name": [{}, null 7 "text" {"name":"a","name":"b"} {"__proto__":{"is_admin":true}} {"name":"\u0000"}
    {"name":"\ud800"} [{"name":"a"},{"other":"b"}] [{},{}] [] {"name":1e999} name=a&company=b
  `),
  '',
  '\uFEFF{}',
  'id,name\n1,2\n',
  deep(100),
  deep(5000),
  deep(100_000),
  '{"name":'.repeat(20_000),
  `{"name":"${'x'.repeat(5000)}"}`,
)

/** A body, mostly JSON: an object with some of the given fields, a list of them, or a malformed one. */
export function jsonBody(fields: readonly string[], usual: fc.Arbitrary<object>): fc.Arbitrary<Buffer> {
  const name = fc.oneof(fc.constantFrom('id', ...fields), hostileText)
  const wild = fc.dictionary(name, hostileValue, { maxKeys: 5 })
  const mixed = fc.tuple(usual, wild).map(([one, other]) => ({ ...one, ...other }))
  const json = weighted<object>([3, usual], [4, mixed], [2, wild], [1, fc.array(mixed, { maxLength: 3 })])
  const text = weighted([10, json.map((each) => JSON.stringify(each))], [2, brokenJson])
  return weighted(
    [30, text.map((each) => Buffer.from(each))],
    [2, fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each))],
    [1, fc.constantFrom(200, 300, 700).map((kib) => Buffer.alloc(kib * 1024, '['))],
  )
}
