import { beforeEach, expect, test, vi } from 'vitest'

import { preloadWhenIdle } from './prefetcher.ts'

let idleCallbacks: Map<number, () => void>
let page: EventTarget & { readyState: string }

/** Runs the idle callbacks and what follows from them. */
async function beIdle() {
  await new Promise((later) => setImmediate(later))
  const callbacks = [...idleCallbacks.values()]
  idleCallbacks.clear()
  for (const callback of callbacks) callback()
  await new Promise((later) => setImmediate(later))
}

beforeEach(() => {
  idleCallbacks = new Map()
  page = Object.assign(new EventTarget(), { readyState: 'complete' })
  let requests = 0
  vi.stubGlobal('document', page)
  vi.stubGlobal(
    'window',
    Object.assign(page, {
      requestIdleCallback: (callback: () => void) => (idleCallbacks.set(++requests, callback), requests),
      cancelIdleCallback: (request: number) => idleCallbacks.delete(request),
    }),
  )
  vi.stubGlobal('navigator', {})
})

test('preloading waits until the page has loaded', async () => {
  page.readyState = 'interactive'
  const load = vi.fn(() => Promise.resolve(1))
  preloadWhenIdle([load])
  await beIdle()
  expect(load).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('load'))
  await beIdle()
  expect(load).toHaveBeenCalledTimes(1)
})

test('preloading loads one chunk at a time, each when the browser is idle', async () => {
  const first = vi.fn(() => Promise.resolve(1))
  const second = vi.fn(() => Promise.resolve(2))
  preloadWhenIdle([first, second])
  expect(first).not.toHaveBeenCalled()
  await beIdle()
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).not.toHaveBeenCalled()
  await beIdle()
  expect(second).toHaveBeenCalledTimes(1)
})

test('preloading stops after a failed load', async () => {
  const second = vi.fn(() => Promise.resolve(2))
  preloadWhenIdle([() => Promise.reject(new TypeError('Failed to fetch')), second])
  await beIdle()
  await beIdle()
  expect(second).not.toHaveBeenCalled()
})

test('preloading stops when it is cancelled', async () => {
  const load = vi.fn(() => Promise.resolve(1))
  preloadWhenIdle([load])()
  await beIdle()
  expect(load).not.toHaveBeenCalled()
})

test.each([
  { saveData: true },
  { effectiveType: 'slow-2g' },
  { effectiveType: '2g' },
  // Below 700 kbit/s, as the browser estimates it.
  { effectiveType: '3g' },
])('preloading does nothing in data-saver mode and on slow connections: %o', async (connection) => {
  vi.stubGlobal('navigator', { connection })
  const load = vi.fn(() => Promise.resolve(1))
  preloadWhenIdle([load])
  await beIdle()
  expect(load).not.toHaveBeenCalled()
})
