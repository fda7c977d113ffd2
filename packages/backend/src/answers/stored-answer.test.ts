import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { storeAnswer } from './stored-answer.ts'

const ofLength = (length: number) => ({ bytes: Buffer.alloc(length, 'gifts '), headers: {} })

it('a short answer goes as gzip where a browser takes both ways, and a long one as brotli', async () => {
  const asked = { acceptEncoding: 'gzip, deflate, br, zstd', ifNoneMatch: null }
  const short = ofLength(64 * 1024)
  const long = ofLength(64 * 1024 + 1)

  const shortly = await storeAnswer(short, 'no-cache').give(asked)
  const longly = await storeAnswer(long, 'no-cache').give(asked)

  expect(shortly.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(shortly.body ?? '')).toEqual(short.bytes)
  expect(longly.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(longly.body ?? '')).toEqual(long.bytes)
})

it('a short answer goes as brotli to whoever takes that alone, and a very short one as it is', async () => {
  const brotli = { acceptEncoding: 'br', ifNoneMatch: null }
  const given = await storeAnswer(ofLength(2000), 'no-cache').give(brotli)
  expect(given.headers['content-encoding']).toBe('br')
  expect(
    (await storeAnswer(ofLength(1000), 'no-cache').give(brotli)).headers['content-encoding'],
  ).toBeUndefined()
})
