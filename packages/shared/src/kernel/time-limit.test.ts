import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fetchInTime, responseTimeoutMs, uploadTimeoutMs, noResponseInTime } from './with-timeout.ts'

/** Answers with half of a body at `/half`, and nothing at all anywhere else. */
const server = createServer((request, response) => {
  if (request.url === '/half') response.write('[{"id"')
})
let address = ''
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port.
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a request without a response times out after half a minute, and not before', async () => {
  let ended = 'not yet'
  const asked = fetchInTime(address).catch((error: unknown) => {
    ended = String(error)
  })
  await vi.advanceTimersByTimeAsync(responseTimeoutMs - 1)
  expect(ended).toBe('not yet')
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(ended).toBe(`Error: ${noResponseInTime}`)
})

test('a response whose body stalls times out while it is read', async () => {
  const answer = await fetchInTime(`${address}/half`)
  const reading = answer.text().catch(String)
  await vi.advanceTimersByTimeAsync(responseTimeoutMs)
  expect(await reading).toBe(`Error: ${noResponseInTime}`)
})

test('uploads have a longer timeout', async () => {
  let ended = false
  const sent = fetchInTime(address, { method: 'POST', body: new Blob(['image']) }).catch(() => (ended = true))
  await vi.advanceTimersByTimeAsync(uploadTimeoutMs - 1)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await sent
  expect(ended).toBe(true)
})

test('the caller’s signal still cancels the request', async () => {
  const asker = new AbortController()
  const asked = fetchInTime(address, { signal: asker.signal })
  asker.abort(new Error('No longer wanted'))
  await expect(asked).rejects.toThrow('No longer wanted')
})
