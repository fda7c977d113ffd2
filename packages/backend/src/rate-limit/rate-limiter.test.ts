import { expect, it } from 'vitest'
import type { LimitName } from './limits.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'

const visitor = { address: '192.0.2.7', email: 'asha@acme.test' }

async function tryPassword(account: RateLimiter) {
  return account.reserve(['failedSignIn', 'signIn'], visitor)
}

it('requests over the limit wait for those in flight, and each is answered', async () => {
  const account = createRateLimiter(() => 0)
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
  const account = createRateLimiter(() => 0)
  const underWay = await Promise.all(Array.from({ length: 10 }, async () => tryPassword(account)))
  const later = Array.from({ length: 25 }, async () => tryPassword(account))
  for (const reservation of underWay) if (!('wait' in reservation)) reservation.release(400)
  const answers = await Promise.all(later)
  expect(answers).toEqual(Array.from({ length: 25 }, () => ({ wait: 30_000, tooMany: 'attempts' })))
})

it('requests that the server failed to answer are not counted', async () => {
  const account = createRateLimiter(() => 0)
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
  const limiter = createRateLimiter(() => 0)
  for (let number = 0; number < 100; number += 1)
    expect(await passes(limiter, ['failedSignIn', 'signIn'], visitor, 200)).toBe(true)
})

it('another client does not lock an account out at a client address where it has signed in', async () => {
  const limiter = createRateLimiter(() => 0)
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
  const limiter = createRateLimiter(() => 0)
  const signUp = (number: number, address: string) =>
    passes(limiter, ['signUp'], { address, email: `new${number}@acme.test` }, 200)
  for (let number = 0; number < 60; number += 1) expect(await signUp(number, '198.51.107.1')).toBe(true)
  expect(await signUp(60, '198.51.107.1')).toBe(false)
  expect(await signUp(61, '198.51.107.2')).toBe(true)
})
