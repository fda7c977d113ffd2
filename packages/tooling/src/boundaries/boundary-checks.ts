import { repositoryRoot } from '../repository-root.ts'
import { boundarySelfTest } from './boundary-self-test.ts'
import { cruiseImports } from './cruise-imports.ts'

/** Who may import whom: the rules on this repository, and the proof that every rule reports a violation. */
export async function boundaryChecks() {
  const { violations } = await cruiseImports(repositoryRoot)
  return {
    'imports keep to the rules': violations.map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`),
    'every rule reports its planted violation': await boundarySelfTest(),
  }
}
