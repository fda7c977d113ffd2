import { inspect, stripVTControlCharacters } from 'node:util'

import { z } from 'zod'

import type { ProgramResult } from '../system/run-program.ts'

/** The variable that names the file into which a program writes its sum, a `Sum` as JSON. */
export const sumFileVariable = 'GIFTWELL_SUM_FILE'

const sumSchema = z.object({
  passed: z.int().min(0),
  /** Failed tests, and errors outside of tests such as a file that does not load. */
  failed: z.int().min(0),
  /** The name of each failed test with the first line of its error. */
  failures: z.array(z.string()).default([]),
  /** The name of each skipped test with the reason. */
  skipped: z.array(z.string()),
})

/** How many tests passed, failed and were skipped. */
export type Sum = Readonly<z.infer<typeof sumSchema>>

/** What a failed test says of its error in one line, without the colours of a terminal. */
export function firstLine(message = 'no error is given'): string {
  return stripVTControlCharacters(message).split('\n', 1)[0] ?? ''
}

/** How a suite went. */
export interface SuiteResult extends Sum {
  /** What a person needs to see when something failed. */
  readonly report: string
}

export interface SuiteContext {
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal
  /** A folder of this run alone, removed at its end. */
  readonly temporaryFolder: string
  /** What was typed after the suite's name: a filter for its tests. */
  readonly args: readonly string[]
}

/** A part of `npm test` that can also be run alone, by its name. */
export interface Suite {
  readonly name: string
  /** `check`s run two at a time; after them each `test` suite has the machine for itself. */
  readonly kind: 'check' | 'test'
  run(context: SuiteContext): Promise<SuiteResult>
}

export interface FinishedSuite extends SuiteResult {
  readonly name: string
  readonly seconds: number
}

const concurrentChecks = 2

/** Runs every suite, also when others fail: the checks two at a time, then the tests one after the other. */
export async function runSuites(
  suites: readonly Suite[],
  context: SuiteContext,
  onFinish: (finished: FinishedSuite) => void,
): Promise<FinishedSuite[]> {
  const finished: FinishedSuite[] = []
  const runInTurn = async (queue: Suite[]) => {
    for (let suite = queue.shift(); suite !== undefined; suite = queue.shift()) {
      if (context.signal.aborted) return
      const began = Date.now()
      const result = await suite.run(context).catch((error: unknown) => brokenSuite(inspect(error)))
      const outcome = { name: suite.name, seconds: (Date.now() - began) / 1000, ...result }
      finished.push(outcome)
      onFinish(outcome)
    }
  }
  const checks = suites.filter(({ kind }) => kind === 'check')
  await Promise.all(Array.from({ length: concurrentChecks }, () => runInTurn(checks)))
  await runInTurn(suites.filter(({ kind }) => kind === 'test'))
  return finished
}

/** The result of a suite that has run nothing. */
export const noTests: SuiteResult = { passed: 0, failed: 0, failures: [], skipped: [], report: '' }

/** A suite that ended before it could count. */
function brokenSuite(report: string): SuiteResult {
  return { ...noTests, failed: 1, report }
}

/**
 * The result of a program that has written its sum. A sum that is missing, a run without tests and a bad exit
 * status without a failed test are failures.
 */
export function resultOf(sum: unknown, { status, output }: ProgramResult): SuiteResult {
  const parsed = sumSchema.safeParse(sum)
  if (!parsed.success) return brokenSuite(`${output}\nThe suite ended with status ${status} and no sum.`)
  const { passed, failed, failures, skipped } = parsed.data
  if (passed + failed + skipped.length === 0) return brokenSuite(`${output}\nNo test was found.`)
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed, failures, skipped, report: output }
}
