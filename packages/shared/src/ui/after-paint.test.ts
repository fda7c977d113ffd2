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
