import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { type BackendConfig, parseBackendConfig } from './backend-config.ts'
import { userIdOfSession } from './cached-identity.ts'
import { readCachedLeads } from './cached-leads.ts'
import { offlineAreaOf } from './offline-area.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 300 }

describe('a config.json', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.anything(),
    fc.record(
      {
        supabaseUrl: fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.constantFrom(
            'javascript:alert(1)',
            'https://',
            'http://a b',
            '//a.example',
            'https://a.example///',
            7,
          ),
        ),
        supabaseKey: fc.oneof(fc.string(), fc.constantFrom(null, 7, '')),
      },
      { requiredKeys: [] },
    ),
  )

  test('of any kind is taken with an http address and a key, or refused with a sentence', () => {
    const property = fc.property(value, (given) => {
      const read = taken(given)
      if (typeof read === 'string') return /^Error: config\.json: supabase(Url|Key) must be/.test(read)
      const { supabaseUrl, supabaseKey } = read
      const { protocol } = new URL(supabaseUrl)
      return ['http:', 'https:'].includes(protocol) && !supabaseUrl.endsWith('/') && supabaseKey !== ''
    })
    expect(fc.check(property, runs).counterexample).toBeNull()
  })
})

function taken(given: unknown): BackendConfig | string {
  try {
    return parseBackendConfig(given)
  } catch (error) {
    return String(error)
  }
}

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
        await area.set('leads:ada', text, area.wipeCount())
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
