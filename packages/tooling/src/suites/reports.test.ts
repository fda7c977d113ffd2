import { describe, expect, test } from 'vitest'

import { readDatabaseReport } from './database-suite.ts'
import { type PlaywrightReport, readPlaywrightReport } from './playwright-suite.ts'
import { addUp } from './unit-suite.ts'

describe('the sum of Vitest', () => {
  const sum = { passed: 3, failed: 0, skipped: [], errors: 0 }

  test('is taken over, skipped tests with their reasons', () => {
    const skipped = [{ name: 'signals', reason: 'Windows has none' }]
    expect(addUp({ ...sum, skipped }, 0, 'told')).toEqual({
      passed: 3,
      failed: 0,
      skipped: ['signals: Windows has none'],
      report: 'told',
    })
  })

  test('counts what went wrong outside the tests, such as a file that does not load', () => {
    expect(addUp({ ...sum, errors: 2 }, 1, '').failed).toBe(2)
  })

  test('counts a bad ending that nothing answers for', () => {
    expect(addUp(sum, 1, '').failed).toBe(1)
  })

  test('is a failure when there was no test at all', () => {
    expect(addUp({ ...sum, passed: 0 }, 0, 'told')).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('the report of Playwright', () => {
  const spec = (title: string, status: string, description?: string) => ({
    title,
    tests: [{ status, annotations: description === undefined ? [] : [{ type: 'skip', description }] }],
  })
  const report: PlaywrightReport = {
    errors: [],
    suites: [
      {
        title: 'journey.spec.ts',
        specs: [spec('sends an inquiry', 'expected')],
        suites: [
          {
            title: 'on a phone',
            specs: [spec('opens the menu', 'expected'), spec('shares', 'skipped', 'no share sheet here')],
          },
        ],
      },
    ],
  }

  test('is added up through all its groups, skipped tests with their path and reason', () => {
    expect(readPlaywrightReport(report, 0, 'told')).toEqual({
      passed: 2,
      failed: 0,
      skipped: ['journey.spec.ts > on a phone > shares: no share sheet here'],
      report: 'told',
    })
  })

  test('counts a failed test, and one that only passed at a second try', () => {
    const failing = [{ title: 'a.spec.ts', specs: [spec('one', 'unexpected'), spec('two', 'flaky')] }]
    expect(readPlaywrightReport({ errors: [], suites: failing }, 1, '')).toMatchObject({
      passed: 0,
      failed: 2,
    })
  })

  test('counts a site that does not start', () => {
    expect(readPlaywrightReport({ errors: [{}], suites: [] }, 1, '')).toMatchObject({ passed: 0, failed: 1 })
  })

  test('counts a bad ending that no test answers for', () => {
    expect(readPlaywrightReport(report, 1, '').failed).toBe(1)
  })

  test('is a failure when no test was found', () => {
    expect(readPlaywrightReport({ errors: [], suites: [] }, 0, '').failed).toBe(1)
  })
})

describe('the last line of the database tests', () => {
  const line = (values: object) =>
    `TAP version 13\n${JSON.stringify({ passed: 4, failed: 0, skipped: 0, skippedReasons: [], ...values })}\n`

  test('is their sum', () => {
    expect(readDatabaseReport(line({}), 0, 'told')).toEqual({
      passed: 4,
      failed: 0,
      skipped: [],
      report: 'told',
    })
  })

  test('names every skipped test, if only to say that nobody gave a reason', () => {
    const stdout = line({ skipped: 2, skippedReasons: ['PostgreSQL 15 is not installed'] })
    expect(readDatabaseReport(stdout, 0, '').skipped).toEqual([
      'PostgreSQL 15 is not installed',
      'no reason is given',
    ])
  })

  test('that is missing or something else is a failure with everything that was said', () => {
    for (const stdout of ['', 'all fine\n', '{"passed":"4"}\n']) {
      expect(readDatabaseReport(stdout, 0, 'told'), stdout).toMatchObject({ passed: 0, failed: 1 })
      expect(readDatabaseReport(stdout, 0, 'told').report, stdout).toContain('told')
    }
  })

  test('does not hide a bad ending', () => {
    expect(readDatabaseReport(line({}), 3, '').failed).toBe(1)
  })
})
