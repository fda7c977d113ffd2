import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { acceptedEncoding, compressJson } from './compression.ts'

const long = { products: Array.from({ length: 200 }, (_, index) => ({ name: `Product ${index}` })) }
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

describe('compressJson', () => {
  it('compresses a long answer and keeps its status and headers', async () => {
    const answer = Response.json(long, { status: 206, headers: { 'content-range': '0-1/2' } })
    const packed = await compressJson(answer, 'gzip, br')
    expect(packed.status).toBe(206)
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('content-range')).toBe('0-1/2')
    expect(packed.headers.get('vary')).toBe('accept-encoding')
    const bytes = await bytesOf(packed)
    expect(packed.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual(long)
  })

  it('uses gzip for a client that takes nothing better', async () => {
    const packed = await compressJson(Response.json(long), 'gzip')
    expect(JSON.parse(gunzipSync(await bytesOf(packed)).toString())).toEqual(long)
  })

  it('knows the answers that hold one object', async () => {
    const type = 'application/vnd.pgrst.object+json; charset=utf-8'
    const packed = await compressJson(
      new Response(JSON.stringify(long), { headers: { 'content-type': type } }),
      'br',
    )
    expect(packed.headers.get('content-encoding')).toBe('br')
  })

  it.each([
    ['short', () => Response.json({ id: 1 }), 'br'],
    ['for a client that takes none', () => Response.json(long), null],
    ['no JSON', () => new Response('x'.repeat(5000), { headers: { 'content-type': 'image/png' } }), 'br'],
    ['compressed', () => Response.json(long, { headers: { 'content-encoding': 'zstd' } }), 'br'],
  ])('leaves an answer that is %s as it is', async (_, make, accepts) => {
    const expected = await bytesOf(make())
    const answer = await compressJson(make(), accepts)
    expect(answer.headers.get('content-encoding')).toBe(make().headers.get('content-encoding'))
    expect(await bytesOf(answer)).toEqual(expected)
  })

  it('leaves an answer without a body alone', async () => {
    const none = new Response(null, { status: 204 })
    expect(await compressJson(none, 'br')).toBe(none)
  })
})

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['brotli', null],
  ['', null],
  [null, null],
])('answers a client that accepts %j with %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

it('offers only available encodings', () => {
  expect(acceptedEncoding('br, gzip', ['gzip'])).toBe('gzip')
  expect(acceptedEncoding('br', ['gzip'])).toBeNull()
})
