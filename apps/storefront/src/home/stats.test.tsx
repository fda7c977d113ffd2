import { act, render, screen } from '@testing-library/react'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  countedTo,
  CountUp,
  countUpDuration,
  type Grouping,
  parseStatValue,
  writtenNumber,
} from './stats.tsx'

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
})

const visible = () => screen.getByText((_, element) => element?.getAttribute('aria-hidden') === 'true')

test('a value stands as it is until the window comes near, begins at nothing, and counts once it is in view', () => {
  render(<CountUp value="10,000+" index={0} longest={10} className="value" />)
  reach('50%', false)
  expect(visible()).toHaveTextContent('10,000+')

  reach('50%')
  expect(visible()).toHaveTextContent(/^0\+$/)

  reach('0px')
  pass(1000)
  expect(visible()).toHaveTextContent(/^[1-9],\d{3}\+$/)
  pass(1100)
  expect(visible()).toHaveTextContent(/^10,000\+$/)
  expect(watching.size).toBe(0)
})

test('a value without a number stands as it is wherever the window is', () => {
  render(<CountUp value="Pan-India" index={0} longest={10} className="value" />)
  reach('50%')
  expect(visible()).toHaveTextContent('Pan-India')
  expect(watching.size).toBe(0)
})

describe('a stat block’s value', () => {
  test.each([
    ['10,000+', 10_000, 2500, '2,500+'],
    ['95%', 95, 40, '40%'],
    ['3000+', 3000, 1500, '1500+'],
    ['1,00,000+', 100_000, 12_345, '12,345+'],
    ['2,50,00,000', 25_000_000, 1_234_567, '12,34,567'],
    ['Rs. 4.8 crore', 4.8, 2.44, 'Rs. 2.4 crore'],
    ['24/7', 24, 12, '12/7'],
  ])('%s has the number %i and keeps its decoration while it counts', (value, number, reached, expected) => {
    const parsed = parseStatValue(value)
    expect(parsed?.number).toBe(number)
    expect(parsed?.at(reached)).toBe(expected)
    expect(parsed?.at(number)).toBe(value)
  })

  test('without digits has no number', () => {
    expect(parseStatValue('Pan-India')).toBeNull()
  })
})

test('counting lasts two seconds and 200 ms more for every card', () => {
  expect([0, 1, 3].map(countUpDuration)).toEqual([2000, 2200, 2600])
})

test('counting begins at nothing, never falls, and ends at the number', () => {
  const steps = [0, 400, 800, 1200, 1600, 2000, 9000].map((elapsed) => countedTo(100, elapsed, 2000))
  expect(steps[0]).toBe(0)
  expect(steps.slice(-2)).toEqual([100, 100])
  expect(steps).toEqual(steps.toSorted((one, other) => one - other))
})

const counts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

describe('a written number', () => {
  test.each<[Grouping, (number: number) => string]>([
    ['lakhs', (number) => number.toLocaleString('en-IN')],
    ['thousands', (number) => number.toLocaleString('en-US')],
    ['none', String],
  ])('with %s is what Intl would write', (grouping, byIntl) => {
    const written = fc.property(counts, (number) => {
      expect(writtenNumber(number, grouping)).toBe(byIntl(number))
    })
    fc.assert(written)
  })

  test('has the requested decimals', () => {
    expect(writtenNumber(123_456.789, 'lakhs', 1)).toBe('1,23,456.8')
    expect(writtenNumber(4, 'none', 2)).toBe('4.00')
  })
})
