import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { offlineAreaOf, readCached } from '../kernel/offline-area.ts'
import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { userIdOfSession } from './offline-accounts.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 300 }

const stored = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .record(
      {
        app: fc.oneof(fc.string(), fc.jsonValue()),
        readAt: fc.oneof(fc.string(), fc.constantFrom('2026-11-21T09:00:00.000Z', '9999-12-31T23:59:59Z')),
        user: fc.oneof(fc.record({ id: fc.jsonValue() }), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    .map((each) => JSON.stringify(each)),
)

test('stored data that another program has written is removed, and never an error', async () => {
  await fc.assert(
    fc.asyncProperty(stored, async (text) => {
      const { offlineStorage } = createMemoryPlatform()
      const area = offlineAreaOf(offlineStorage)
      await area.set('leads:ada', text, area.generation())
      expect(await readCached({ area, userId: 'ada' }, 'leads:')).toBeNull()
      expect(await offlineStorage.keys()).toEqual([])
    }),
    runs,
  )
})

test('stored data is a session with a user id, or none', () => {
  fc.assert(
    fc.property(stored, (text) => {
      const owner = userIdOfSession(text)
      expect(owner === null || typeof owner === 'string').toBe(true)
    }),
    runs,
  )
})
