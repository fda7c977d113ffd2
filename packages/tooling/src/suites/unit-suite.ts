import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { installedProgram } from '../installed-program.ts'
import { runProgram } from './run-program.ts'
import { atLeastOne, broken, type Suite, type SuiteResult } from './suite.ts'
import { sumFileVariable, type UnitSum } from './unit-sum.ts'

/** Everything that Vitest runs: in Node and in jsdom. */
export const unit: Suite = {
  name: 'unit',
  place: 'tests',
  async run({ signal, temporaryFolder, args }) {
    const file = join(temporaryFolder, 'unit-sum.json')
    const { status, output } = await runProgram(
      installedProgram('vitest', 'vitest'),
      [
        'run',
        '--reporter=default',
        `--reporter=${join(import.meta.dirname, 'unit-sum.reporter.ts')}`,
        ...args,
      ],
      { signal, env: { [sumFileVariable]: file } },
    )
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) return broken(`${output}\nVitest ended with status ${status} and no sum.`)
    // Written by our own reporter in the run above.
    return addUp(JSON.parse(text) as UnitSum, status, output)
  },
}

/** A bad ending that neither a test nor an error answers for is a failure of its own. */
export function addUp(sum: UnitSum, status: number, output: string): SuiteResult {
  const failed = sum.failed + sum.errors
  return atLeastOne({
    passed: sum.passed,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: sum.skipped.map(({ name, reason }) => `${name}: ${reason}`),
    report: output,
  })
}
