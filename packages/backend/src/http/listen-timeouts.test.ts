import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Listener, listen } from './listen.ts'
import { readBody } from './request-body.ts'

// Sends raw bytes to a server with short timeouts.

const stall = 600
/** More than the buffers of a connection hold. */
const largeBytes = 24 * 1024 * 1024
let listener: Listener
/** What the handler received. */
let received: string[]
let largeIsEnded: PromiseWithResolvers<void>

beforeEach(async () => {
  received = []
  largeIsEnded = Promise.withResolvers()
  listener = await listen(0, () => ({ 'x-frame-options': 'DENY' }), undefined, {
    headers: 400,
    request: 3000,
    stall,
    check: 20,
    start: 0,
  })
  listener.answerWith(
    async (request) => {
      const { pathname } = new URL(request.url)
      // Longer than a stall.
      if (pathname === '/slow') await delay(3 * stall)
      if (pathname === '/large') {
        request.signal.addEventListener('abort', () => largeIsEnded.resolve())
        return new Response(new Uint8Array(largeBytes))
      }
      const body = await readBody(request, 1024).catch((error: unknown) => String(error))
      received.push(String(body ?? ''))
      return new Response('done')
    },
    () => ({ 'x-frame-options': 'DENY' }),
  )
})
afterEach(async () => listener.close(0))

const post = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n'

/** Sends parts, each after a pause, and returns all that was answered until the server ended the connection. */
async function talk(parts: readonly string[], pauseMs = 0): Promise<{ answer: string; ms: number }> {
  const socket = connect(listener.port, '127.0.0.1')
  await once(socket, 'connect')
  const began = performance.now()
  let answer = ''
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1')
  })
  const closed = once(socket, 'close')
  const sending = (async () => {
    for (const part of parts) {
      socket.write(part)
      await delay(pauseMs)
    }
  })()
  await closed
  const ms = performance.now() - began
  await sending
  return { answer, ms }
}

test.each([
  ['a body that stalls', [`${post}12345`]],
  ['a body that never begins', [post]],
  ['headers that stall', ['POST / HTTP/1.1\r\nhost: a\r\n']],
])('%s is answered with 408 and the connection ends', async (_, parts) => {
  const { answer, ms } = await talk(parts)
  // Before the time of a whole request is over.
  expect(ms).toBeLessThan(2900)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toContain('x-frame-options: DENY')
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('headers that trickle are answered with 408', async () => {
  const { answer, ms } = await talk(
    ['GET / HTTP/1.1\r\n', ...Array.from({ length: 15 }, () => 'a: b\r\n')],
    100,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(ms).toBeLessThan(2500)
})

test('a body that trickles is answered with 408 after the time of a whole request', async () => {
  const body = Array.from({ length: 40 }, () => 'x')
  const { answer, ms } = await talk([post.replace('10', '100'), ...body], 100)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(ms).toBeGreaterThan(2900)
})

test('a slow body that does not stall is received whole', async () => {
  const { answer } = await talk(
    [
      post.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'),
      ...Array.from({ length: 10 }, (_, digit) => String(digit)),
    ],
    60,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(received).toEqual(['0123456789'])
})

test('a request that the server works on for longer is answered', async () => {
  const { answer } = await talk(['GET /slow HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'])
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('a connection without a request ends', async () => {
  const { ms } = await talk([])
  expect(ms).toBeLessThan(3000)
})

test('a connection whose response is not read ends', async () => {
  const socket = connect(listener.port, '127.0.0.1').pause()
  socket.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n')
  const closed = once(socket, 'close')
  await largeIsEnded.promise
  // It notices the end when it reads on.
  socket.resume()
  await closed
  expect(socket.bytesRead).toBeLessThan(largeBytes)
})
