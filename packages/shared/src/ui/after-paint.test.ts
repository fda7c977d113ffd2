// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { afterPaint } from './after-paint.ts'

const frames: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => frames.push(call))
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => (frames[handle - 1] = () => undefined))
})
afterEach(() => {
  frames.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('What is to come after the painting comes in a task after the frame, once', () => {
  const action = vi.fn()
  afterPaint(action)
  for (const frame of frames) frame()
  expect(action).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(action).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  expect(action).toHaveBeenCalledOnce()
})

test('Where the browser tells when it has nothing to do, it waits for that as well, but not for long', () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (call: () => void) => idle.push(call))
  vi.stubGlobal('cancelIdleCallback', (handle: number) => (idle[handle - 1] = () => undefined))
  const [first, second] = [vi.fn(), vi.fn()]
  afterPaint(first)
  for (const frame of frames.splice(0)) frame()
  vi.advanceTimersByTime(100)
  expect(first).not.toHaveBeenCalled()
  for (const call of idle.splice(0)) call()
  expect(first).toHaveBeenCalledOnce()

  afterPaint(second)
  for (const frame of frames.splice(0)) frame()
  vi.advanceTimersByTime(300)
  for (const call of idle) call()
  expect(second).toHaveBeenCalledOnce()
})

test('A page that is not painted does it all the same, soon', () => {
  const action = vi.fn()
  afterPaint(action)
  vi.advanceTimersByTime(300)
  expect(action).toHaveBeenCalledOnce()
})

test('Whoever lets it be is not called, before the frame or after', () => {
  const action = vi.fn()
  afterPaint(action)()
  const afterFrame = afterPaint(action)
  for (const frame of frames) frame()
  afterFrame()
  vi.advanceTimersByTime(10_000)
  expect(action).not.toHaveBeenCalled()
})
