import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type BackendConfig, parseBackendConfig } from './backend-config.ts'

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
