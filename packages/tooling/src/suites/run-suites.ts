import { brokenSuite, type Suite, type SuiteContext, type SuiteResult } from './suite.ts'

const concurrentChecks = 2

export interface FinishedSuite extends SuiteResult {
  readonly name: string
  readonly seconds: number
}

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
      const result = await suite.run(context).catch((error: unknown) => brokenSuite(describe(error)))
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

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
