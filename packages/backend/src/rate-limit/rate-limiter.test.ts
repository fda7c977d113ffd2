import { expect, it } from 'vitest'
import { type RateLimiter, createRateLimiter } from './rate-limiter.ts'

const visitor = { address: '192.0.2.7', email: 'asha@acme.test' }

async function tryPassword(account: RateLimiter) {
  return account.reserve(['failedSignIn', 'signIn'], visitor)
}

it('lets those who find everything taken wait for what is under way, and answers each of them', async () => {
  const account = createRateLimiter(() => 0)
  const underWay = await Promise.all(Array.from({ length: 10 }, async () => tryPassword(account)))
  const later = Array.from({ length: 25 }, async () => tryPassword(account))
  const answered: string[] = []
  const settled = Promise.all(
    later.map(async (answer) => {
      const reservation = await answer
      answered.push('wait' in reservation ? 'refused' : 'served')
      if (!('wait' in reservation)) reservation.settle(200)
    }),
  )
  await Promise.resolve()
  expect(answered).toEqual([])
  for (const [place, reservation] of underWay.entries()) {
    if (!('wait' in reservation)) reservation.settle(place === 0 ? 200 : 400)
  }
  await settled
  // Nine were wrong; the tenth place is given back by each who is right.
  expect(answered).toEqual(Array.from({ length: 25 }, () => 'served'))
})

it('refuses all who wait when everything under way was wrong', async () => {
  const account = createRateLimiter(() => 0)
  const underWay = await Promise.all(Array.from({ length: 10 }, async () => tryPassword(account)))
  const later = Array.from({ length: 25 }, async () => tryPassword(account))
  for (const reservation of underWay) if (!('wait' in reservation)) reservation.settle(400)
  const answers = await Promise.all(later)
  expect(answers).toEqual(Array.from({ length: 25 }, () => ({ wait: 30_000, tooMany: 'attempts' })))
})

it('counts no request that the server failed to answer', async () => {
  const account = createRateLimiter(() => 0)
  for (let number = 0; number < 100; number += 1) {
    const reservation = await account.reserve(['lead'], visitor)
    expect(reservation).not.toHaveProperty('wait')
    if (!('wait' in reservation)) reservation.settle(500)
  }
})
