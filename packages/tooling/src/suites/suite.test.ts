import { join } from 'node:path'

import type { TestCase } from '@playwright/test/reporter'
import { describe, expect, test } from 'vitest'

import { repositoryRoot } from '../repository-root.ts'
import PlaywrightSumReporter from './playwright-sum.reporter.ts'
import { secondsTable } from './record-seconds.ts'
import { noTests, resultOf } from './suite.ts'

const ended = { status: 0, output: 'output' }
const sumOf = (values: object) => ({ passed: 4, failed: 0, failures: [], skipped: [], ...values })

describe('the result of a program with a sum', () => {
  test('is its sum and its output', () => {
    const skipped = ['signals: Windows has none']
    expect(resultOf(sumOf({ skipped }), ended)).toEqual({
      passed: 4,
      failed: 0,
      failures: [],
      skipped,
      report: 'output',
    })
  })

  test('counts a bad exit status that no failed test explains', () => {
    expect(resultOf(sumOf({}), { ...ended, status: 3 }).failed).toBe(1)
    expect(resultOf(sumOf({ failed: 2 }), { ...ended, status: 3 }).failed).toBe(2)
  })

  test('is a failure without any test', () => {
    expect(resultOf(sumOf({ passed: 0 }), ended)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('is a failure with the output when there is no sum', () => {
    expect(resultOf(undefined, ended)).toMatchObject({ passed: 0, failed: 1 })
    expect(resultOf(undefined, ended).report).toContain('output')
  })
})

describe('the sum of a Playwright run', () => {
  function reporterOf(...outcomes: readonly (readonly [outcome: string, reason?: string])[]) {
    const reporter = new PlaywrightSumReporter()
    const tests = outcomes.map(([outcome, description]) => ({
      outcome: () => outcome,
      titlePath: () => ['', 'journey.spec.ts', 'shares'],
      location: { file: join(repositoryRoot, 'e2e', 'journey.spec.ts') },
      annotations: description === undefined ? [] : [{ type: 'skip', description }],
      results:
        outcome === 'unexpected'
          ? [
              {
                annotations: [],
                duration: 40,
                errors: [{ message: '\u001b[31mno share\u001b[39m\n  at line 3' }],
              },
            ]
          : [],
    }))
    // The fields that the reporter reads.
    const suite = { allTests: () => tests as unknown as TestCase[] }
    reporter.onBegin({} as never, suite as never)
    return reporter
  }

  test('names skipped tests with their reasons', () => {
    expect(reporterOf(['expected'], ['skipped', 'no share sheet here'], ['skipped']).sum()).toMatchObject({
      passed: 1,
      failed: 0,
      failures: [],
      skipped: ['journey.spec.ts > shares: no share sheet here', 'journey.spec.ts > shares: no reason'],
    })
  })

  test('counts a failed test, and one that passed at a second try only', () => {
    expect(reporterOf(['unexpected'], ['flaky']).sum()).toMatchObject({
      passed: 0,
      failed: 2,
      failures: ['journey.spec.ts > shares: no share', 'journey.spec.ts > shares: no error message'],
      files: { 'e2e/journey.spec.ts': 40 },
    })
  })

  test('counts a site that does not start', () => {
    const reporter = reporterOf(['expected'])
    reporter.onError()
    expect(reporter.sum()).toMatchObject({ passed: 1, failed: 1 })
  })
})

test('the table of seconds begins with the slowest suite, and names its slowest files', () => {
  const files = { 'a.test.ts': 12_400, 'b.test.ts': 30_000 }
  const table = secondsTable([
    { ...noTests, name: 'lint', seconds: 20.4 },
    { ...noTests, name: 'unit', seconds: 256.1, files },
  ])
  expect(table.split('\n').slice(2)).toEqual([
    '| `unit` | 256 | `b.test.ts` 30, `a.test.ts` 12 |',
    '| `lint` | 20 |  |',
  ])
})
