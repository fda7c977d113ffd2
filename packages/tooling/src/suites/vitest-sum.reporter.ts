import type { Reporter, SerializedError, TestModule } from 'vitest/node'

import { firstLine, type Sum, writeSum } from '../system/sum.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Why a group that `describe.skipIf` skips is skipped; a test calls `skip(condition, reason)`. */
    skipReason?: string | undefined
  }
}

/** Writes the sum of a run. Vitest's own JSON report has no reasons of skipped tests. */
export default class VitestSumReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const tests = modules
      .flatMap(({ children }) => [...children.allTests()])
      // Tests excluded by tag do not count as skipped.
      .filter(({ options }) => process.env['TEST_FULL'] === '1' || options.tags?.includes('full') !== true)
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const sum: Sum = {
      passed: count('passed'),
      failed: count('failed') + unhandled.length + groups.flatMap((group) => group.errors()).length,
      failures: tests.flatMap((test) => {
        const { state, errors } = test.result()
        return state === 'failed' ? [`${test.fullName}: ${firstLine(errors[0]?.message)}`] : []
      }),
      skipped: tests.flatMap((test) => {
        const result = test.result()
        if (result.state === 'passed' || result.state === 'failed') return []
        const note = 'note' in result ? result.note : undefined
        return [`${test.fullName}: ${note ?? test.meta().skipReason ?? 'no reason'}`]
      }),
      files: Object.fromEntries(
        modules.map((module) => [module.relativeModuleId, module.diagnostic().duration]),
      ),
    }
    await writeSum(sum)
  }
}
