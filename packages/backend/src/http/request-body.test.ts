import { describe, expect, it } from 'vitest'
import { BodyTooLargeError, bracketDepth, jsonDepth, readBody } from './request-body.ts'

function chunked(chunks: string[], headers = {}): { request: Request; taken: () => number } {
  let taken = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[taken]
        if (chunk === undefined) return controller.close()
        taken += 1
        return controller.enqueue(new TextEncoder().encode(chunk))
      },
    },
    { highWaterMark: 0 },
  )
  // Node requires `duplex` for a stream; the DOM's type lacks it.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  return { request: new Request('http://test/', init), taken: () => taken }
}

describe('readBody', () => {
  it('readBody buffers a body with a length or in chunks, up to the cap', async () => {
    expect(
      (await readBody(new Request('http://test/', { method: 'POST', body: 'hello' }), 5))?.toString(),
    ).toBe('hello')
    expect((await readBody(chunked(['he', 'll', 'o']).request, 5))?.toString()).toBe('hello')
  })

  it('readBody returns null without a body', async () => {
    expect(await readBody(new Request('http://test/'), 5)).toBeNull()
  })

  it('readBody rejects a declared length over the cap', async () => {
    const { request, taken } = chunked(['x'], { 'content-length': '6' })
    await expect(readBody(request, 5)).rejects.toThrow(BodyTooLargeError)
    expect(taken()).toBe(0)
  })

  it('readBody stops at the cap of a chunked body', async () => {
    const { request, taken } = chunked(['aaa', 'bbb', 'ccc', 'ddd'])
    await expect(readBody(request, 5)).rejects.toThrow(BodyTooLargeError)
    expect(taken()).toBe(2)
  })
})

it.each([
  ['7', 0],
  ['"[[["', 0],
  ['{"a":"\\"[["}', 1],
  ['[{},{"a":[]}]', 3],
  ['['.repeat(100_000), 100_000],
  [']]]', 0],
])('jsonDepth of %.40s is %i', (text, depth) => {
  expect(jsonDepth(Buffer.from(text))).toBe(depth)
})

it.each([
  ['no brackets', 0],
  ['{"a":"[[{}]]"}', 4],
  ['{"a":"\\u005b\\u007B\\u005B"}', 4],
  ['"[]".'.repeat(1000), 1],
  [']]]', 0],
  ['{"a":"]]]]]]","b":"[[[[[["}', 6],
  ['['.repeat(100_000), 100_000],
])('bracketDepth of %.40s is %i', (text, depth) => {
  expect(bracketDepth(text)).toBe(depth)
})
