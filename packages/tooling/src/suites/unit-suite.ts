import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { installedProgram } from '../installed-program.ts'
import { runProgram } from './run-program.ts'
import { atLeastOne, broken, type Suite, type SuiteResult } from './suite.ts'

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly meta?: { readonly skipReason?: unknown }
    }[]
  }[]
}

/** Everything that Vitest runs: in Node and in jsdom. */
export const unit: Suite = {
  name: 'unit',
  place: 'tests',
  async run({ signal, temporaryFolder, args }) {
    const file = join(temporaryFolder, 'vitest.json')
    const { status, output } = await runProgram(
      installedProgram('vitest', 'vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
      { signal },
    )
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) return broken(`${output}\nVitest ended with status ${status} and no report.`)
    // Vitest's own report of the run above.
    return readVitestReport(JSON.parse(text) as VitestReport, status, output)
  },
}

/**
 * Adds up a report. A file that could not even be loaded has no tests in it and counts as one failure, and so does
 * a bad ending that no test answers for (an unhandled rejection).
 */
export function readVitestReport(report: VitestReport, status: number, output: string): SuiteResult {
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const count = (name: string) => tests.filter((test) => test.status === name).length
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = count('failed') + unloaded.length
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed')
  return atLeastOne({
    passed: count('passed'),
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: skipped.map((test) => `${test.fullName}: ${skipReason(test.meta?.skipReason)}`),
    report: output,
  })
}

function skipReason(reason: unknown): string {
  return typeof reason === 'string' ? reason : 'no reason is given'
}
