import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
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

interface Paths {
  readonly path?: string | readonly string[]
  readonly pathNot?: string | readonly string[]
}

const rules = [moduleRules, folderRules].flatMap((file) => {
  // The part of the rules in those files that is used here.
  const { forbidden } = createRequire(import.meta.url)(file) as {
    readonly forbidden: readonly { readonly name: string; readonly from: Paths; readonly to: Paths }[]
  }
  return forbidden
})

/** The names of all rules. */
export const ruleNames: readonly string[] = rules.map(({ name }) => name)

/**
 * Follows every import under `apps` and `packages` of a folder with the repository's layout.
 *
 * @throws if a source was not read, since dependency-cruiser skips unreadable sources silently
 */
export async function cruiseImports(root: string) {
  const modules = await run(root, moduleRules, ['apps', 'packages'])
  const folders = await run(root, folderRules, ['apps', 'packages'])
  const seen = new Set(modules.modules.map(({ source }) => source))
  const globs = ['{apps,packages}/*/{src,e2e}/**/*.{ts,tsx,mjs}']
  const sources = findFiles(root, globs, ['**/node_modules/**'])
  const missed = sources.filter((source) => !seen.has(source) && !source.endsWith('.d.ts'))
  if (missed.length > 0) throw new Error(`These sources were not read:\n${missed.join('\n')}`)
  return {
    sources: [...seen],
    violations: [modules, folders].flatMap(({ summary }) =>
      summary.violations.map(({ from, to, rule }): Violation => ({ rule: rule.name, from, to })),
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

/** The patterns of the rules for folders and files of the repository that match none of these sources. */
export function deadPatterns(sources: readonly string[]): string[] {
  const patterns = rules.flatMap(({ from, to }) =>
    [from, to].flatMap(({ path = [], pathNot = [] }) => [path, pathNot].flat()),
  )
  // $1 stands for what `from` has matched.
  const named = patterns.filter((pattern) => /^\^(apps|packages)\/[^$]*$/.test(pattern))
  return [...new Set(named)].filter((pattern) => !sources.some((source) => new RegExp(pattern).test(source)))
}

/** Who may import whom, checked in this repository; `boundary-rules.test.ts` proves that each rule works. */
export async function boundaryChecks() {
  const { violations, sources } = await cruiseImports(repositoryRoot)
  return {
    'imports follow the rules': violations.map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`),
    'the rules name folders and files that exist': deadPatterns(sources),
  }
}
