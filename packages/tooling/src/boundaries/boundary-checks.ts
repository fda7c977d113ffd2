import { repositoryRoot } from '../repository-root.ts'
import { cruiseImports } from './cruise-imports.ts'

/** Who may import whom, checked in this repository; `boundary-rules.test.ts` proves that each rule works. */
export async function boundaryChecks() {
  const { violations } = await cruiseImports(repositoryRoot)
  return {
    'imports follow the rules': violations.map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`),
  }
}
