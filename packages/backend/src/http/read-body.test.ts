import { describe, expect, it } from 'vitest'
import { BodyTooLargeError, readBody } from './read-body.ts'

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
  // Node wants to be told about streams; the type of a browser's request does not know the word.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  return { request: new Request('http://test/', init), taken: () => taken }
}

describe('readBody', () => {
  it('reads a body in one piece or in chunks, up to the cap', async () => {
    expect(
      (await readBody(new Request('http://test/', { method: 'POST', body: 'hello' }), 5))?.toString(),
    ).toBe('hello')
    expect((await readBody(chunked(['he', 'll', 'o']).request, 5))?.toString()).toBe('hello')
  })

  it('finds no body', async () => {
    expect(await readBody(new Request('http://test/'), 5)).toBeNull()
  })

  it('believes a length that is too large', async () => {
    const { request, taken } = chunked(['x'], { 'content-length': '6' })
    await expect(readBody(request, 5)).rejects.toThrow(BodyTooLargeError)
    expect(taken()).toBe(0)
  })

  it('stops reading chunks when the cap is passed', async () => {
    const { request, taken } = chunked(['aaa', 'bbb', 'ccc', 'ddd'])
    await expect(readBody(request, 5)).rejects.toThrow(BodyTooLargeError)
    expect(taken()).toBe(2)
  })
})
