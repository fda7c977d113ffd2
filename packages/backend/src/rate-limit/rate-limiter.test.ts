import { describe, expect, it } from 'vitest'
import type { LimitName } from './limits.ts'
import { createMemoryQuotas, createQuota, createRateLimiter, type RateLimiter } from './rate-limiter.ts'

const visitor = { address: '192.0.2.7', email: 'asha@acme.test' }

async function tryPassword(account: RateLimiter) {
  return account.reserve(['failedSignIn', 'signIn'], visitor)
}

it('requests over the limit wait for those in flight, and each is answered', async () => {
  const account = createRateLimiter(createMemoryQuotas(() => 0))
  const underWay = await Promise.all(Array.from({ length: 10 }, async () => tryPassword(account)))
  const later = Array.from({ length: 25 }, async () => tryPassword(account))
  const answered: string[] = []
  const settled = Promise.all(
    later.map(async (answer) => {
      const reservation = await answer
      answered.push('wait' in reservation ? 'refused' : 'served')
      if (!('wait' in reservation)) reservation.release(200)
    }),
  )
  await Promise.resolve()
  expect(answered).toEqual([])
  for (const [place, reservation] of underWay.entries()) {
    if (!('wait' in reservation)) reservation.release(place === 0 ? 200 : 400)
  }
  await settled
  // Nine were wrong; each correct one gives the tenth back.
  expect(answered).toEqual(Array.from({ length: 25 }, () => 'served'))
})

it('waiting requests are refused when all requests in flight were wrong', async () => {
  const account = createRateLimiter(createMemoryQuotas(() => 0))
  const underWay = await Promise.all(Array.from({ length: 10 }, async () => tryPassword(account)))
  const later = Array.from({ length: 25 }, async () => tryPassword(account))
  for (const reservation of underWay) if (!('wait' in reservation)) reservation.release(400)
  const answers = await Promise.all(later)
  expect(answers).toEqual(Array.from({ length: 25 }, () => ({ wait: 30_000, tooMany: 'attempts' })))
})

it('requests that the server failed to answer are not counted', async () => {
  const account = createRateLimiter(createMemoryQuotas(() => 0))
  for (let number = 0; number < 100; number += 1) {
    const reservation = await account.reserve(['lead'], visitor)
    expect(reservation).not.toHaveProperty('wait')
    if (!('wait' in reservation)) reservation.release(500)
  }
})

/** Whether a request that is answered with a status is let through. */
async function passes(
  limiter: RateLimiter,
  names: readonly LimitName[],
  client: { readonly address: string; readonly email: string },
  status: number,
): Promise<boolean> {
  const reservation = await limiter.reserve(names, client)
  if ('wait' in reservation) return false
  reservation.release(status)
  return true
}

it('sign-in with the right password is not counted', async () => {
  const limiter = createRateLimiter(createMemoryQuotas(() => 0))
  for (let number = 0; number < 100; number += 1)
    expect(await passes(limiter, ['failedSignIn', 'signIn'], visitor, 200)).toBe(true)
})

it('another client does not lock an account out at a client address where it has signed in', async () => {
  const limiter = createRateLimiter(createMemoryQuotas(() => 0))
  const signIn = (email: string, address: string, status: number) =>
    passes(limiter, ['failedSignIn', 'signIn'], { address, email }, status)
  const [owner, home] = ['asha@acme.test', '198.51.109.1']
  expect(await signIn(owner, home, 200)).toBe(true)
  for (let number = 0; number < 100; number += 1) await signIn(owner, `198.51.108.${number}`, 400)
  for (let number = 0; number < 40; number += 1) await signIn(`person${number}@acme.test`, home, 400)
  expect(await signIn('other@acme.test', home, 200)).toBe(false)
  expect(await signIn(owner, '198.51.108.200', 200)).toBe(false)
  expect(await signIn(owner, home, 200)).toBe(true)
  const own: boolean[] = []
  for (let number = 0; number < 12; number += 1) own.push(await signIn(owner, home, 400))
  expect(own.filter((passed) => !passed)).toHaveLength(2)
})

it('e-mails for new accounts are limited to sixty an hour for one client address', async () => {
  const limiter = createRateLimiter(createMemoryQuotas(() => 0))
  const signUp = (number: number, address: string) =>
    passes(limiter, ['signUp'], { address, email: `new${number}@acme.test` }, 200)
  for (let number = 0; number < 60; number += 1) expect(await signUp(number, '198.51.107.1')).toBe(true)
  expect(await signUp(60, '198.51.107.1')).toBe(false)
  expect(await signUp(61, '198.51.107.2')).toBe(true)
})

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
