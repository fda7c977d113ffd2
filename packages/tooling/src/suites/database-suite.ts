import { z } from 'zod'

import { runProgram } from './run-program.ts'
import { atLeastOne, broken, type Suite, type SuiteResult } from './suite.ts'

const reportLine = z.object({
  passed: z.int().min(0),
  failed: z.int().min(0),
  skipped: z.int().min(0),
  skippedReasons: z.array(z.string()),
})

/** The migrations and policies, acted on as every role, on the embedded database and on a real PostgreSQL. */
export const database: Suite = {
  name: 'database',
  place: 'tests',
  async run({ signal, args }) {
    const program = 'packages/tooling/src/database/run-database-tests.ts'
    const { status, stdout, output } = await runProgram(program, args, { signal })
    return readDatabaseReport(stdout, status, output)
  },
}

/** Reads the last line of the database tests' standard output, which adds them up as JSON. */
export function readDatabaseReport(stdout: string, status: number, output: string): SuiteResult {
  const parsed = reportLine.safeParse(asJson(stdout.trimEnd().split('\n').at(-1) ?? ''))
  if (!parsed.success) return broken(`${output}\nThe database tests ended with status ${status} and no sum.`)
  const { passed, failed, skipped, skippedReasons } = parsed.data
  return atLeastOne({
    passed,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: Array.from({ length: skipped }, (_, index) => skippedReasons[index] ?? 'no reason is given'),
    report: output,
  })
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
