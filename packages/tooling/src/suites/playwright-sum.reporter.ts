import { relative } from 'node:path'

import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

import { repositoryRoot } from '../repository-root.ts'
import { firstLine, type Sum, writeSum } from '../system/sum.ts'

/** Writes the sum of a run; an error outside of the tests, such as a site that does not start, counts as one failure. */
export default class PlaywrightSumReporter implements Reporter {
  #tests: TestCase[] = []
  #hasErrors = false

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests()
  }

  onError(): void {
    this.#hasErrors = true
  }

  async onEnd(): Promise<void> {
    await writeSum(this.sum())
  }

  sum(): Sum {
    const count = (outcome: string) => this.#tests.filter((test) => test.outcome() === outcome).length
    const title = (test: TestCase) => test.titlePath().filter(Boolean).join(' > ')
    const files: Record<string, number> = {}
    for (const { location, results } of this.#tests) {
      const file = relative(repositoryRoot, location.file)
      files[file] = (files[file] ?? 0) + results.reduce((sum, { duration }) => sum + duration, 0)
    }
    const skipped = this.#tests.filter((test) => test.outcome() === 'skipped')
    return {
      passed: count('expected'),
      // Without retries no test is flaky. If one were, it would have failed first.
      failed: count('unexpected') + count('flaky') + Number(this.#hasErrors),
      failures: this.#tests
        .filter((test) => ['unexpected', 'flaky'].includes(test.outcome()))
        .map((test) => {
          const error = test.results.flatMap(({ errors }) => errors)[0]
          return `${title(test)}: ${firstLine(error?.message ?? error?.value)}`
        }),
      skipped: skipped.map((test) => {
        const annotations = [...test.annotations, ...test.results.flatMap((result) => result.annotations)]
        const reason = annotations.find(({ type }) => type === 'skip')?.description
        return `${title(test)}: ${reason ?? 'no reason'}`
      }),
      files,
    }
  }
}
