import { expect, it } from 'vitest'
import { type RateLimiter, createRateLimiter } from './rate-limiter.ts'

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
      if (!('wait' in reservation)) reservation.settle(200)
    }),
  )
  await Promise.resolve()
  expect(answered).toEqual([])
  for (const [place, reservation] of underWay.entries()) {
    if (!('wait' in reservation)) reservation.settle(place === 0 ? 200 : 400)
  }
  await settled
  // Nine were wrong; each correct one gives the tenth back.
  expect(answered).toEqual(Array.from({ length: 25 }, () => 'served'))
})

it('waiting requests are refused when all requests in flight were wrong', async () => {
  const account = createRateLimiter(() => 0)
  const underWay = await Promise.all(Array.from({ length: 10 }, async () => tryPassword(account)))
  const later = Array.from({ length: 25 }, async () => tryPassword(account))
  for (const reservation of underWay) if (!('wait' in reservation)) reservation.settle(400)
  const answers = await Promise.all(later)
  expect(answers).toEqual(Array.from({ length: 25 }, () => ({ wait: 30_000, tooMany: 'attempts' })))
})

it('requests that the server failed to answer are not counted', async () => {
  const account = createRateLimiter(() => 0)
  for (let number = 0; number < 100; number += 1) {
    const reservation = await account.reserve(['lead'], visitor)
    expect(reservation).not.toHaveProperty('wait')
    if (!('wait' in reservation)) reservation.settle(500)
  }
})
