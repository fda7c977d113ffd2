import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { acceptedEncoding, compressJson } from './file-response.ts'

const long = { products: Array.from({ length: 200 }, (_, index) => ({ name: `Product ${index}` })) }
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

describe('compressJson', () => {
  it('compressJson compresses a long response with the same status and headers', async () => {
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

  it('compressJson uses gzip when the client accepts nothing better', async () => {
    const packed = await compressJson(Response.json(long), 'gzip')
    expect(JSON.parse(gunzipSync(await bytesOf(packed)).toString())).toEqual(long)
  })

  it('compressJson compresses a response with one object', async () => {
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
  ])('compressJson does not change a response that is %s', async (_, make, accepts) => {
    const expected = await bytesOf(make())
    const answer = await compressJson(make(), accepts)
    expect(answer.headers.get('content-encoding')).toBe(make().headers.get('content-encoding'))
    expect(await bytesOf(answer)).toEqual(expected)
  })

  it('compressJson does not change a response without a body', async () => {
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
])('acceptedEncoding of %j is %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

it('acceptedEncoding returns only available encodings', () => {
  expect(acceptedEncoding('br, gzip', ['gzip'])).toBe('gzip')
  expect(acceptedEncoding('br', ['gzip'])).toBeNull()
})
