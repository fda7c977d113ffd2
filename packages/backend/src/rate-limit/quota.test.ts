import { describe, expect, it } from 'vitest'
import { createQuota } from './quota.ts'

function quota(rate: { count: number; seconds: number }, maxClients?: number) {
  let time = 1e9
  const made = createQuota(rate, { maxClients, now: () => time })
  return {
    ...made,
    size: () => made.size,
    after(milliseconds: number) {
      time += milliseconds
    },
    takeMany: (count: number, visitor = 'a') =>
      Array.from({ length: count }, () => made.take(visitor)).filter((wait) => wait === 0).length,
  }
}

describe('a quota', () => {
  it.each([
    { count: 1, seconds: 1 },
    { count: 3, seconds: 1 },
    { count: 7, seconds: 300 },
    { count: 600, seconds: 300 },
  ])('a quota allows a burst of $count, and then one at a time within $seconds s', ({ count, seconds }) => {
    const { take, takeMany, after } = quota({ count, seconds })
    expect(takeMany(count + 5)).toBe(count)
    const wait = take('a')
    expect(wait).toBeCloseTo((seconds * 1000) / count)
    after(wait - 0.1)
    expect(take('a')).toBeGreaterThan(0)
    after(0.1)
    expect(takeMany(2)).toBe(1)
    after(seconds * 1000)
    expect(takeMany(count + 5)).toBe(count)
  })

  it('a quota returns the exact time to wait', () => {
    const { take, after } = quota({ count: 3, seconds: 1 })
    const waitsAfterWaiting: number[] = []
    for (let call = 0; call < 2000; call += 1) {
      const wait = take('a')
      after(wait)
      if (wait > 0) waitsAfterWaiting.push(take('a'))
      after(call % 7)
    }
    expect(waitsAfterWaiting.length).toBeGreaterThan(1000)
    expect(waitsAfterWaiting.filter((wait) => wait > 0)).toEqual([])
  })

  it('a quota is separate for each client', () => {
    const { takeMany } = quota({ count: 2, seconds: 60 })
    expect(takeMany(1000, 'flood')).toBe(2)
    expect(takeMany(1, 'other')).toBe(1)
  })

  it('a quota gets back what does not count, and never more than was taken', () => {
    const { takeMany, giveBack, size } = quota({ count: 2, seconds: 60 })
    takeMany(2)
    giveBack('a')
    expect(takeMany(5)).toBe(1)
    for (let time = 0; time < 10; time += 1) giveBack('a')
    expect(size()).toBe(0)
    expect(takeMany(5)).toBe(2)
    giveBack('nobody')
    expect(size()).toBe(1)
  })

  it('a quota evicts idle clients, and has a maximum of clients in a flood', () => {
    const { take, takeMany, after, size } = quota({ count: 2, seconds: 60 }, 100)
    for (let visitor = 0; visitor < 5000; visitor += 1) {
      take(`visitor ${visitor}`)
      expect(size()).toBeLessThanOrEqual(100)
    }
    after(60_000)
    take('later')
    expect(size()).toBe(1)

    // A client that retries is not evicted for others.
    takeMany(2, 'persistent')
    for (let visitor = 0; visitor < 500; visitor += 1) {
      take(`visitor ${visitor}`)
      expect(take('persistent')).toBeGreaterThan(0)
    }
  })
})
