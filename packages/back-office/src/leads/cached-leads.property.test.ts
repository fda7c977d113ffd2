import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { userIdOfSession } from '@giftwell/shared/auth/offline-accounts.ts'
import { offlineAreaOf } from '@giftwell/shared/kernel/offline-area.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { readCachedLeads } from './cached-leads.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 300 }

describe('stored data', () => {
  const stored = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc
      .record(
        {
          version: fc.constantFrom(1, 2, '1'),
          readAt: fc.oneof(fc.string(), fc.constantFrom('2026-11-21T09:00:00.000Z', '9999-12-31T23:59:59Z')),
          isWhole: fc.oneof(fc.boolean(), fc.jsonValue()),
          leads: fc.oneof(fc.array(fc.jsonValue(), { maxLength: 3 }), fc.jsonValue()),
          user: fc.oneof(fc.record({ id: fc.jsonValue() }), fc.jsonValue()),
        },
        { requiredKeys: [] },
      )
      .map((each) => JSON.stringify(each)),
  )

  test('is leads of the right shape, or none, and never an error', async () => {
    await fc.assert(
      fc.asyncProperty(stored, async (text) => {
        const { offlineStorage } = createMemoryPlatform()
        const area = offlineAreaOf(offlineStorage)
        await area.set('leads:ada', text, area.generation())
        const read = await readCachedLeads({ area, userId: 'ada' })
        expect(read === null || Array.isArray(read.leads)).toBe(true)
      }),
      runs,
    )
  })

  test('is a session with a user id, or none', () => {
    fc.assert(
      fc.property(stored, (text) => {
        const owner = userIdOfSession(text)
        expect(owner === null || typeof owner === 'string').toBe(true)
      }),
      runs,
    )
  })
})
