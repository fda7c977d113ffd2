import { startPostgres } from '@giftwell/tooling/database/start-postgres.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { openPostgres } from '../database/open-postgres.ts'
import { createMemoryQuotas, createSharedQuotas } from './rate-limiter.ts'

const rates = [
  { count: 3, seconds: 60 },
  { count: 5, seconds: 3600 },
]

it(
  'servers that share quotas take from them as one server does from its memory',
  { timeout: 120_000 },
  async ({ skip }) => {
    const started = await startPostgres()
    if ('skipped' in started) return skip(started.skipped)
    await using postgres = started
    await using one = await openPostgres(postgres.url)
    await using other = await openPostgres(postgres.url)
    let time = 1_700_000_000_000
    const now = (): number => time
    // At once, as servers that start together do.
    const servers = await Promise.all(
      [one, other].map(async (database) => createSharedQuotas(database, 'secret', now)),
    )
    const memory = createMemoryQuotas(now)
    const step = fc.record({
      server: fc.nat({ max: 1 }),
      clients: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
      seconds: fc.nat({ max: 40 }),
      isGivenBack: fc.boolean(),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        run += 1
        for (const { server, clients, seconds, isGivenBack } of steps) {
          time += seconds * 1000
          const charges = clients.flatMap((client) =>
            rates.map((rate) => ({ rate, key: `${run} ${client}` })),
          )
          const shared = servers[server]
          const expected = await memory.takeAll(charges)
          const taken = await shared?.takeAll(charges)
          expect(taken?.charge).toEqual(expected?.charge)
          expect(taken?.wait ?? 0).toBeCloseTo(expected?.wait ?? 0, 0)
          if (isGivenBack && expected === null) {
            await memory.giveBack(charges)
            await shared?.giveBack(charges)
          }
        }
      }),
      { seed: 20_261_128, numRuns: 20 },
    )

    // All at once: the row locks let exactly as many pass as the quota has.
    const rush = await Promise.all(
      Array.from({ length: 20 }, async (_, place) =>
        servers[place % 2]?.takeAll([{ rate: { count: 7, seconds: 60 }, key: 'rush' }]),
      ),
    )
    expect(rush.filter((limited) => limited === null)).toHaveLength(7)
    // Of one client the servers store the same key, which is not its address.
    expect(servers[0]?.keyOf('192.0.2.7')).toBe(servers[1]?.keyOf('192.0.2.7'))
    expect(servers[0]?.keyOf('192.0.2.7')).not.toContain('192')
  },
)
