import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CountUp } from './count-up.tsx'

/** Tells whether the window is near the value, or on it, when the test says so. */
const watching = new Map<string, IntersectionObserverCallback>()

class ToldObserver implements IntersectionObserver {
  readonly root = null
  readonly rootMargin: string
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly takeRecords = () => []
  readonly unobserve = () => undefined
  readonly #callback: IntersectionObserverCallback

  constructor(callback: IntersectionObserverCallback, { rootMargin = '0px' }: IntersectionObserverInit) {
    this.#callback = callback
    this.rootMargin = rootMargin
  }

  observe() {
    watching.set(this.rootMargin, this.#callback)
  }

  disconnect() {
    if (watching.get(this.rootMargin) === this.#callback) watching.delete(this.rootMargin)
  }
}

function reach(margin: string, isIntersecting = true) {
  const entry = { isIntersecting } as IntersectionObserverEntry // all that is read of it
  act(() => watching.get(margin)?.([entry], new ToldObserver(() => undefined, {})))
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', ToldObserver)
  vi.useFakeTimers()
})

afterEach(() => {
  watching.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const shown = () => screen.getByText((_, element) => element?.getAttribute('aria-hidden') === 'true')

test('a value stands as it is until the window comes near, begins at nothing, and counts once it is in view', () => {
  render(<CountUp value="10,000+" place={0} longest={10} className="value" />)
  reach('50%', false)
  expect(shown()).toHaveTextContent('10,000+')

  reach('50%')
  expect(shown()).toHaveTextContent(/^0\+$/)

  reach('0px')
  pass(1000)
  expect(shown()).toHaveTextContent(/^[1-9],\d{3}\+$/)
  pass(1100)
  expect(shown()).toHaveTextContent(/^10,000\+$/)
  expect(watching.size).toBe(0)
})

test('a value without a number stands as it is wherever the window is', () => {
  render(<CountUp value="Pan-India" place={0} longest={10} className="value" />)
  reach('50%')
  expect(shown()).toHaveTextContent('Pan-India')
  expect(watching.size).toBe(0)
})
