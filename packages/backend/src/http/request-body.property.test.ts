import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../testing/rounds.ts'
import { MalformedBodyError, readJson } from './request-body.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_123, numRuns: rounds(500, 5000) }

/** Reads a body as the library does; undefined when it refuses the body. */
async function readByLibrary(body: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const text = await new Request('http://127.0.0.1/', { method: 'POST', body }).text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refused = Symbol('refused')
function readOrRefuse(body: Buffer): unknown {
  try {
    return readJson(body)
  } catch (error) {
    if (error instanceof MalformedBodyError) return refused
    throw error
  }
}

const mark = Buffer.from([0xef, 0xbb, 0xbf])
const keys = fc.oneof(fc.constantFrom('email', 'password', '__proto__', 'Email', '\ufeff'), fc.string())
const values = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null))
const pair = fc.tuple(keys, values).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
/** Objects with equal keys, lists, plain values and text that is almost JSON. */
const json = fc.oneof(
  { weight: 3, arbitrary: fc.array(pair, { maxLength: 4 }).map((pairs) => `{${pairs.join(',')}}`) },
  { weight: 1, arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => `[{${pairs.join('},{')}}]`) },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '{',
      '{"email":"a@b.test"} ',
      String.raw`{"\u0065mail":"a@b.test"}`,
      String.raw`{"email":"\ud800"}`,
      String.raw`{"email":"\u0000"}`,
      '[]',
      '"a@b.test"',
      '\ufeff{}',
      'NaN',
      "{'email':1}",
    ),
  },
)
const encoding = fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf8', 'latin1', 'utf16le')
const body = fc
  .tuple(fc.array(fc.constant(mark), { maxLength: 2 }), json, encoding, fc.uint8Array({ maxLength: 2 }))
  .map(([marks, text, as, end]) => Buffer.concat([...marks, Buffer.from(text, as), end]))

test('a body that the library reads is read alike by every check, or refused', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (bytes) => {
      const expected = bytes.byteLength === 0 ? undefined : await readByLibrary(bytes)
      const read = readOrRefuse(bytes)
      expect(read === refused ? expected : read).toEqual(expected)
    }),
    runs,
  )
})

test('an object that can be stored is read with and without a byte order mark', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (value) => {
      const storable = JSON.parse(JSON.stringify(value).replaceAll(String.raw`\u0000`, '')) as unknown
      const text = Buffer.from(JSON.stringify(storable))
      expect(readJson(text)).toEqual(storable)
      expect(readJson(Buffer.concat([mark, text]))).toEqual(storable)
    }),
    runs,
  )
})

test.each([
  ['two byte order marks', '\ufeff\ufeff{}'],
  ['UTF-16', Buffer.from('{}', 'utf16le')],
  ['NUL', String.raw`{"data":{"a":"\u0000"}}`],
  ['half of a surrogate pair', String.raw`{"data":{"\udc00":1}}`],
  ['more nesting than the stack holds', '['.repeat(200_000) + ']'.repeat(200_000)],
])('a body with %s is refused', (_, text) => {
  expect(() => readJson(Buffer.from(text))).toThrow(MalformedBodyError)
})
