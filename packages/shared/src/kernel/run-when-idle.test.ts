// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

import { runWhenIdle } from './run-when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

test('runWhenIdle uses idle time where the browser reports it, and cancels', () => {
  const idle = new Map<number, () => void>()
  vi.stubGlobal('requestIdleCallback', (call: () => void) => (idle.set(1, call), 1))
  vi.stubGlobal('cancelIdleCallback', (handle: number) => idle.delete(handle))
  const action = vi.fn()
  runWhenIdle(action)
  expect(action).not.toHaveBeenCalled()
  idle.get(1)?.()
  expect(action).toHaveBeenCalledOnce()
  runWhenIdle(action)()
  expect(idle.size).toBe(0)
})

test('runWhenIdle waits for its timeout in a browser without idle callbacks, and cancels', () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const action = vi.fn()
  runWhenIdle(action, 300)
  runWhenIdle(action, 300)()
  vi.advanceTimersByTime(299)
  expect(action).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(action).toHaveBeenCalledOnce()
})
