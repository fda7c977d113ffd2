import { installedProgram } from '../installed-program.ts'
import { runProgram } from './run-program.ts'
import type { Suite } from './suite.ts'

/** The type check, by TypeScript 7. */
export const types = check('types', () => [installedProgram('typescript-native', 'tsc'), '-p', '.'])

/** The lint rules of `.oxlintrc.json`, those that need types included; a warning is an error. */
export const lint = check('lint', () => [installedProgram('oxlint', 'oxlint'), '.'])

/** Whether every file is formatted as `npm run format` would do it. */
export const format = check('format', () => [installedProgram('oxfmt', 'oxfmt'), '--check', '.'])

/** Whether the website and the desktop app can be built; a build that is up to date counts. */
export const build = check(
  'build',
  () => ['packages/tooling/src/site/build-command.ts', '--if-stale'],
  () => ['packages/tooling/src/desktop/build-desktop-command.ts', '--if-stale'],
)

type Command = () => [program: string, ...args: string[]]

/** Programs that are content with status 0, one after the other: a check each. */
function check(name: string, ...commands: readonly Command[]): Suite {
  return {
    name,
    place: 'checks',
    async run({ signal, args }) {
      const reports: string[] = []
      for (const command of commands) {
        if (signal.aborted) break
        const [program, ...own] = command()
        const { status, output } = await runProgram(program, [...own, ...args], { signal })
        if (status !== 0) reports.push(output)
      }
      const failed = reports.length
      return { passed: commands.length - failed, failed, skipped: [], report: reports.join('\n') }
    },
  }
}
