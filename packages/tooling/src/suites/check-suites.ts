import { installedProgram } from '../installed-program.ts'
import { runProgram } from './run-program.ts'
import type { Suite } from './suite.ts'

/** The type check, by TypeScript 7. */
export const types = check('types', () => [installedProgram('typescript-native', 'tsc'), '-p', '.'])

/** The lint rules of `.oxlintrc.json`, those that need types included; a warning is an error. */
export const lint = check('lint', () => [installedProgram('oxlint', 'oxlint'), '.'])

/** Whether every file is formatted as `npm run format` would do it. */
export const format = check('format', () => [installedProgram('oxfmt', 'oxfmt'), '--check', '.'])

/** Whether the website can be built; a build that is up to date counts. */
export const build = check('build', () => ['packages/tooling/src/site/build-command.ts', '--if-stale'])

/** A program that is content with status 0: one check. */
function check(name: string, command: () => [program: string, ...args: string[]]): Suite {
  return {
    name,
    place: 'checks',
    async run({ signal, args }) {
      const [program, ...own] = command()
      const { status, output } = await runProgram(program, [...own, ...args], { signal })
      return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: [], report: output }
    },
  }
}
