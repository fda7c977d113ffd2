import { repositoryRoot } from '../repository-root.ts'
import type { Suite } from './suite.ts'
import { boundarySelfTest } from '../boundaries/boundary-self-test.ts'
import { cruiseImports } from '../boundaries/cruise-imports.ts'

/** Who may import whom: the rules on this repository, and the proof that every rule reports a violation. Two checks. */
export const boundaries: Suite = {
  name: 'boundaries',
  kind: 'check',
  async run() {
    const { violations } = await cruiseImports(repositoryRoot)
    const unproven = await boundarySelfTest()
    const report = [
      ...violations.map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`),
      ...unproven.map((sentence) => `Self-test: ${sentence}`),
    ]
    const failed = Number(violations.length > 0) + Number(unproven.length > 0)
    return { passed: 2 - failed, failed, failures: [], skipped: [], report: report.join('\n') }
  },
}
