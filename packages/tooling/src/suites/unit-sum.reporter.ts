import { writeFile } from 'node:fs/promises'

import type { Reporter, SerializedError, TestModule } from 'vitest/node'

import { sumFileVariable, type UnitSum } from './unit-sum.ts'

/** Writes down how a run of Vitest went, with the reasons of skipped tests, which its JSON report leaves out. */
export default class UnitSumReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const file = process.env[sumFileVariable]
    if (file === undefined) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const sum: UnitSum = {
      passed: count('passed'),
      failed: count('failed'),
      skipped: tests.flatMap((test) => {
        const result = test.result()
        if (result.state === 'passed' || result.state === 'failed') return []
        const note = 'note' in result ? result.note : undefined
        return [{ name: test.fullName, reason: note ?? 'no reason is given' }]
      }),
      // Modules that could not be loaded, groups whose preparation failed, promises that nobody caught.
      errors:
        unhandled.length +
        modules.flatMap((module) => [
          ...module.errors(),
          ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
        ]).length,
    }
    await writeFile(file, JSON.stringify(sum))
  }
}
