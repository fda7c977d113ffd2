import { broken, type Suite, type SuiteContext, type SuiteResult } from './suite.ts'

/** How many checks run beside each other. */
const lanes = 2

export interface FinishedSuite extends SuiteResult {
  readonly name: string
  readonly seconds: number
}

/**
 * Runs every suite, whatever becomes of the others: the checks two at a time, then the tests one after the other,
 * then what wants the machine for itself. A suite that throws has failed once.
 */
export async function runSuites(
  suites: readonly Suite[],
  context: SuiteContext,
  onFinish: (finished: FinishedSuite) => void,
): Promise<FinishedSuite[]> {
  const finished: FinishedSuite[] = []
  const run = async (suite: Suite) => {
    if (context.signal.aborted) return
    const began = Date.now()
    if (suite.place !== 'checks') context.say(`${suite.name} ...`)
    const result = await suite.run(context).catch((error: unknown) => broken(describe(error)))
    const outcome = { name: suite.name, seconds: (Date.now() - began) / 1000, ...result }
    finished.push(outcome)
    onFinish(outcome)
  }

  const checks = suites.filter((suite) => suite.place === 'checks')
  const lane = async () => {
    for (let next = checks.shift(); next !== undefined; next = checks.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const tests = suites.filter((suite) => suite.place === 'tests')
  const alone = suites.filter((suite) => suite.place === 'alone')
  for (const suite of [...tests, ...alone]) await run(suite)
  return finished
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
