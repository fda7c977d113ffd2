import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ICruiseResult } from 'dependency-cruiser'

import { findFiles, repositoryRoot } from '../repository-root.ts'

/** An import that a rule forbids. */
export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

const moduleRules = join(repositoryRoot, '.dependency-cruiser.cjs')
const folderRules = join(repositoryRoot, '.dependency-cruiser.folders.cjs')

/**
 * Follows every import under `apps` and `packages` of a folder that is laid out like the repository.
 *
 * @throws when a source was not read: dependency-cruiser skips silently what it cannot read
 */
export async function cruiseImports(root: string): Promise<{ violations: Violation[]; rules: string[] }> {
  const modules = await run(root, moduleRules, ['apps', 'packages'])
  const folders = await run(root, folderRules, ['apps', 'packages'])
  const seen = new Set(modules.modules.map(({ source }) => source))
  const globs = ['{apps,packages}/*/{src,e2e}/**/*.{ts,tsx,mjs}']
  const sources = findFiles(root, globs, ['**/node_modules/**'])
  const missed = sources.filter((source) => !seen.has(source) && !source.endsWith('.d.ts'))
  if (missed.length > 0) throw new Error(`These sources were not read:\n${missed.join('\n')}`)
  const summaries = [modules.summary, folders.summary]
  return {
    violations: summaries.flatMap(({ violations }) =>
      violations.map(({ from, to, rule }) => ({ rule: rule.name, from, to })),
    ),
    rules: summaries.flatMap(
      ({ ruleSetUsed }) => ruleSetUsed?.forbidden?.flatMap(({ name = [] }) => name) ?? [],
    ),
  }
}

async function run(root: string, rules: string, folders: readonly string[]): Promise<ICruiseResult> {
  const program = join(repositoryRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [program, '--config', rules, '--output-type', 'json', ...folders]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  })
  // The program's own type for its report.
  return JSON.parse(stdout) as ICruiseResult
}

/** Who may import whom, checked in this repository; `boundary-rules.test.ts` proves that each rule works. */
export async function boundaryChecks() {
  const { violations } = await cruiseImports(repositoryRoot)
  return {
    'imports follow the rules': violations.map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`),
  }
}
