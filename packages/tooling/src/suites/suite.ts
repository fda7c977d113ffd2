import { inspect } from 'node:util'

import type { ProgramResult } from '../system/run-program.ts'
import type { Sum } from '../system/sum.ts'

/** How a suite went. */
export interface SuiteResult extends Sum {
  /** The output to show after a failure. */
  readonly report: string
  /** The browser that it ran in. */
  readonly browser?: string
}

export interface SuiteContext {
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal
  /** A folder of this run alone, removed at its end. */
  readonly temporaryFolder: string
  /** The arguments after the suite's name: a filter for its tests. */
  readonly args: readonly string[]
}

/** A part of `npm test` that can also be run alone, by its name. */
export interface Suite {
  readonly name: string
  /** Whether it has the machine for itself, since it uses all processors. */
  readonly runsAlone: boolean
  /** Whether only `npm run test:full` runs it, unless it is named. */
  readonly isFull?: true
  /** Installs its requirements while earlier suites run. If it fails, `run` tries again and reports the reason. */
  install?(context: SuiteContext): Promise<unknown>
  run(context: SuiteContext): Promise<SuiteResult>
}

export interface FinishedSuite extends SuiteResult {
  readonly name: string
  readonly seconds: number
}

const concurrentSuites = 2

/** Runs every suite, also when others fail: two at a time, then those that run alone. */
export async function runSuites(
  suites: readonly Suite[],
  context: SuiteContext,
  onFinish: (finished: FinishedSuite) => void,
): Promise<FinishedSuite[]> {
  const finished: FinishedSuite[] = []
  const together = suites.filter(({ runsAlone }) => !runsAlone)
  const alone = suites.filter(({ runsAlone }) => runsAlone)
  const installed = installInOrder([...together, ...alone], context)
  const runInTurn = async (queue: Suite[]) => {
    for (let suite = queue.shift(); suite !== undefined; suite = queue.shift()) {
      await installed.get(suite)
      if (context.signal.aborted) return
      const began = Date.now()
      const result = await suite.run(context).catch((error: unknown) => brokenSuite(inspect(error)))
      const outcome = { name: suite.name, seconds: (Date.now() - began) / 1000, ...result }
      finished.push(outcome)
      onFinish(outcome)
    }
  }
  await Promise.all(Array.from({ length: concurrentSuites }, () => runInTurn(together)))
  await runInTurn(alone)
  return finished
}

/**
 * Installs the suites' requirements, one after another since package managers lock their lists. When a suite's
 * promise resolves, its requirements are installed, or could not be.
 */
function installInOrder(
  suites: readonly Suite[],
  context: SuiteContext,
): ReadonlyMap<Suite, Promise<unknown>> {
  const installed = new Map<Suite, Promise<unknown>>()
  let last: Promise<unknown> = Promise.resolve()
  for (const suite of suites) {
    if (suite.install === undefined) continue
    last = last.then(() => suite.install?.(context)).catch(() => undefined)
    installed.set(suite, last)
  }
  return installed
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
export function resultOf(sum: Sum | undefined, { status, output }: ProgramResult): SuiteResult {
  if (sum === undefined) return brokenSuite(`${output}\nThe suite ended with status ${status} and no sum.`)
  if (sum.passed + sum.failed + sum.skipped.length === 0) return brokenSuite(`${output}\nNo test was found.`)
  return { ...sum, failed: sum.failed === 0 && status !== 0 ? 1 : sum.failed, report: output }
}
