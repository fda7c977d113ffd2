import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { findFiles } from '../find-files.ts'
import { installedProgram } from '../installed-program.ts'
import { repositoryRoot } from '../repository-root.ts'

/** An import that a rule forbids. */
export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

const moduleRules = join(repositoryRoot, '.dependency-cruiser.cjs')
const folderRules = join(repositoryRoot, '.dependency-cruiser.folders.cjs')

/** The part of dependency-cruiser's report that is read here. */
interface Report {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: {
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[]
    readonly ruleSetUsed: { readonly forbidden: readonly { name: string }[] }
  }
}

/**
 * Follows every import under `apps` and `packages` of a folder that is laid out like the repository.
 *
 * @throws when a source was not looked at: the program skips what it cannot read, and silence must not pass for order
 */
export async function cruiseImports(
  root: string,
): Promise<{ violations: Violation[]; rules: string[]; sources: number }> {
  const report = await run(root, moduleRules, ['apps', 'packages'])
  const folders = await run(root, folderRules, ['packages/backend/src', 'packages/shared/src'])
  const seen = new Set(report.modules.map((module) => module.source))
  const sources = await findFiles(
    root,
    ['{apps,packages}/*/{src,e2e}/**/*.{ts,tsx,mjs}'],
    ['**/node_modules/**'],
  )
  const missed = sources.filter((source) => !seen.has(source) && !source.endsWith('.d.ts'))
  if (missed.length > 0) throw new Error(`These sources were not looked at:\n${missed.join('\n')}`)
  return {
    violations: [report, folders].flatMap(({ summary }) =>
      summary.violations.map(({ from, to, rule }) => ({ rule: rule.name, from, to })),
    ),
    rules: [report, folders].flatMap(({ summary }) => summary.ruleSetUsed.forbidden.map(({ name }) => name)),
    sources: sources.length,
  }
}

async function run(root: string, rules: string, folders: readonly string[]): Promise<Report> {
  const program = installedProgram('dependency-cruiser', 'depcruise')
  const args = [program, '--config', rules, '--output-type', 'json', ...folders]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  })
  // The form of the program's JSON report, as its documentation has it.
  return JSON.parse(stdout) as Report
}
