import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { preparedImage } from '../testing/some-images.ts'
import { AppError } from '../kernel/app-error.ts'
import { type Backend, createBackend } from '../kernel/backend.ts'
import { removeUnusedImages, uploadProductImage } from './product-images.ts'

// A server of our own on the other side of a real connection, since jsdom has XMLHttpRequest and its progress.

interface Received {
  readonly call: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Answer {
  readonly status?: number
  readonly body: unknown
}

let received: Received[]
/** Answers in turn by what a call begins with; the last one again and again. Null leaves the caller waiting. */
let answers: Record<string, (Answer | null)[]>
let backend: Backend
let waiting: PromiseWithResolvers<void>
let stop: () => void
let warnings: MockInstance<typeof console.warn>

const stored = { body: { Key: 'product-images/1.webp' } }
const upload = 'POST /storage/v1/object/product-images/'
const unused = 'POST /rest/v1/rpc/unused_product_images'
const removal = 'DELETE /storage/v1/object/product-images'
const image = preparedImage(new File(['a prepared image'], 'mug.webp', { type: 'image/webp' }))

beforeEach(async () => {
  received = []
  warnings = vi.spyOn(console, 'warn').mockReturnValue()
  answers = { [upload]: [stored], [unused]: [{ body: [] }], [removal]: [{ body: [] }] }
  waiting = Promise.withResolvers()
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? '',
    )
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = `${request.method} ${request.url}`
      received.push({ call, headers: request.headers, body: Buffer.concat(chunks).toString() })
      const inTurn = Object.entries(answers).find(([beginning]) => call.startsWith(beginning))?.[1] ?? []
      const answer = inTurn.length > 1 ? inTurn.shift() : inTurn[0]
      if (answer == null) {
        waiting.resolve()
        return
      }
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server's address is never a path.
  const { port } = server.address() as AddressInfo
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  backend = createBackend(
    { supabaseUrl: `http://127.0.0.1:${port}`, supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
  )
})

afterEach(() => {
  stop()
})

const calls = () => received.map(({ call }) => call.replace(/\d+(-\d+)?\.webp/, 'NAME$1'))

test('an upload returns the public address, the widths and the colour', async () => {
  const { url: address, ...known } = await uploadProductImage(backend, image)
  expect(address).toMatch(/^http:\/\/127.0.0.1:\d+\/storage\/v1\/object\/public\/product-images\/\d+\.webp$/)
  expect(known).toEqual({ widths: [320, 400], colour: '#8a9bac' })
  expect(calls()).toEqual([`${upload}NAME`, `${upload}NAME-320`])
  expect(received[0]).toMatchObject({
    call: `${upload}${address.split('/').at(-1)}`,
    body: 'a prepared image',
    headers: {
      apikey: 'publishable',
      authorization: 'Bearer publishable',
      'content-type': 'image/webp',
      'cache-control': 'max-age=31536000',
    },
  })
  expect(received[0]?.headers).not.toHaveProperty('x-upsert')
  expect(received[1]).toMatchObject({
    call: `${upload}${address.split('/').at(-1)?.replace('.webp', '-320.webp')}`,
    body: 'a smaller one',
    headers: { 'content-type': 'image/webp', 'cache-control': 'max-age=31536000' },
  })
})

test('an upload is sent with the session’s token', async () => {
  const { auth } = await backend.loadSupabase()
  vi.spyOn(auth, 'getSession').mockResolvedValue({
    // Of a session, only the token is read.
    data: { session: { access_token: 'the token' } as never },
    error: null,
  })
  await uploadProductImage(backend, image)
  expect(received[0]?.headers.authorization).toBe('Bearer the token')
})

test('without a network an upload fails instead of waiting for the session to be renewed', async () => {
  const { auth } = await backend.loadSupabase()
  vi.spyOn(auth, 'getSession').mockReturnValue(new Promise(() => undefined))
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await backend.connectivity.probe()
  await expect(uploadProductImage(backend, image)).rejects.toMatchObject({ kind: 'offline' })
})

test('the progress goes up to the whole', async () => {
  const sent: number[] = []
  const large = new File(['x'.repeat(300_000)], 'mug.webp', { type: 'image/webp' })
  await uploadProductImage(backend, preparedImage(large), { onProgress: (part) => sent.push(part) })
  expect(sent.at(-1)).toBe(1)
  expect(sent).toEqual(sent.toSorted((one, other) => one - other))
})

test('a taken name is replaced by another, whichever way Storage reports it', async () => {
  const duplicate = { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' }
  answers[upload] = [{ status: 400, body: duplicate }, { status: 409, body: duplicate }, stored]
  await uploadProductImage(backend, image)
  expect(calls()).toEqual([`${upload}NAME`, `${upload}NAME`, `${upload}NAME`, `${upload}NAME-320`])
  expect(new Set(received.map(({ call }) => call)).size).toBe(4)
})

test.each([
  [
    'refused',
    { status: 403, body: { statusCode: '403', message: 'new row violates row-level security policy' } },
  ],
  ['lost', { status: 502, body: 'Bad gateway' }],
])('a size that is %s fails the whole upload', async (_, answer) => {
  answers[upload] = [stored, answer]
  await expect(uploadProductImage(backend, image)).rejects.toBeInstanceOf(AppError)
  expect(calls()).toEqual([`${upload}NAME`, `${upload}NAME-320`])
})

test('a size with a taken name renames the whole image', async () => {
  answers[upload] = [stored, { status: 409, body: { statusCode: '409', error: 'Duplicate' } }, stored]
  const { url } = await uploadProductImage(backend, image)
  const sent = received
    .filter(({ call }) => call.startsWith(upload))
    .map(({ call }) => call.split('/').at(-1))
  expect(sent).toHaveLength(4)
  expect(url).toMatch(new RegExp(`/${sent[2]}$`))
  expect(received).toHaveLength(4)
})

test.each(['<!doctype html>', {}, null])(
  'a response that does not confirm the upload (%j) fails',
  async (body) => {
    answers[upload] = [{ body }]
    await expect(uploadProductImage(backend, image)).rejects.toMatchObject({
      kind: 'unexpected',
      message: 'The server’s answer could not be read. Please try again.',
    })
  },
)

test('a server that refuses every name is not retried for ever', async () => {
  answers[upload] = [{ status: 409, body: {} }]
  await expect(uploadProductImage(backend, image)).rejects.toMatchObject({ kind: 'conflict' })
  expect(received).toHaveLength(3)
})

const notRemoved = 'Orphaned images could not be removed; the next sweep retries.'

test.each([
  [403, { statusCode: '403', message: 'new row violates row-level security policy' }, 'forbidden'],
  [413, { statusCode: '413', message: 'The object exceeded the maximum allowed size' }, 'invalid'],
])('a rejection with status %i keeps the server’s words', async (status, body, kind) => {
  answers[upload] = [{ status, body }]
  await expect(uploadProductImage(backend, image)).rejects.toMatchObject({
    name: 'AppError',
    kind,
    message: body.message,
  })
  expect(calls()).toEqual([`${upload}NAME`])
})

test.each([
  [500, { statusCode: '500', message: 'Internal error' }, 'Internal error'],
  [502, 'Bad gateway', 'The server answered with status 502.'],
])('an upload that failed with status %i rejects', async (status, body, words) => {
  answers[upload] = [{ status, body }]
  await expect(uploadProductImage(backend, image)).rejects.toMatchObject({
    kind: 'unexpected',
    message: words,
  })
  expect(calls()).toEqual([`${upload}NAME`])
})

test('an upload without a response is an offline error', async () => {
  vi.spyOn(console, 'error').mockReturnValue() // jsdom says it too
  await backend.loadSupabase()
  stop()
  await expect(uploadProductImage(backend, image)).rejects.toMatchObject({
    name: 'AppError',
    kind: 'offline',
  })
})

test('a cancelled upload stops, and only the sweep removes what was stored of it', async () => {
  answers[upload] = [null]
  const abort = new AbortController()
  const uploading = uploadProductImage(backend, image, { signal: abort.signal })
  await waiting.promise
  abort.abort()
  await expect(uploading).rejects.toMatchObject({ name: 'AbortError' })
  expect(calls()).toEqual([`${upload}NAME`])
})

test('the sweep removes nothing when every image is in use', async () => {
  await removeUnusedImages(backend)
  expect(calls()).toEqual([unused])
})

test('the sweep removes the images that no record has shown for a day', async () => {
  answers[unused] = [{ body: ['3.webp', '4.webp'] }]
  await removeUnusedImages(backend)
  expect(calls()).toEqual([unused, removal])
  expect(JSON.parse(received[1]?.body ?? '')).toEqual({ prefixes: ['3.webp', '4.webp'] })
})

test.each([unused, removal])('a failed removal at %s is logged and does not throw', async (call) => {
  answers[unused] = [{ body: ['3.webp'] }]
  answers[call] = [{ status: 500, body: { message: 'Internal error' } }]
  await removeUnusedImages(backend)
  expect(warnings).toHaveBeenCalledWith(notRemoved, expect.anything())
})
