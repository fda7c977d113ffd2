import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { lateCode } from './late-code.ts'
import { loadWhenIdle } from './load-when-idle.ts'

let idleCallbacks: Map<number, () => void>
let page: EventTarget & { readyState: string }

/** The browser has nothing to do; and what it is given then has been done. */
async function beIdle() {
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

afterEach(() => {
  vi.unstubAllGlobals()
})

test('nothing is loaded before the page is complete', async () => {
  page.readyState = 'interactive'
  const load = vi.fn(() => Promise.resolve(1))
  loadWhenIdle([lateCode(load)])
  await beIdle()
  expect(load).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('load'))
  await beIdle()
  expect(load).toHaveBeenCalledTimes(1)
})

test('one piece is loaded after the other, each when the browser is idle', async () => {
  const first = vi.fn(() => Promise.resolve(1))
  const second = vi.fn(() => Promise.resolve(2))
  loadWhenIdle([lateCode(first), lateCode(second)])
  expect(first).not.toHaveBeenCalled()
  await beIdle()
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).not.toHaveBeenCalled()
  await beIdle()
  expect(second).toHaveBeenCalledTimes(1)
})

test('a network that fails is not asked for the rest', async () => {
  const second = vi.fn(() => Promise.resolve(2))
  loadWhenIdle([lateCode(() => Promise.reject(new TypeError('Failed to fetch'))), lateCode(second)])
  await beIdle()
  await beIdle()
  expect(second).not.toHaveBeenCalled()
})

test('nothing is loaded once it is stopped', async () => {
  const load = vi.fn(() => Promise.resolve(1))
  loadWhenIdle([lateCode(load)])()
  await beIdle()
  expect(load).not.toHaveBeenCalled()
})

test('nothing is loaded for people who save data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const load = vi.fn(() => Promise.resolve(1))
  loadWhenIdle([lateCode(load)])
  await beIdle()
  expect(load).not.toHaveBeenCalled()
})
