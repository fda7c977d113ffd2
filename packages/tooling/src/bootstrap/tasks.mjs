/**
 * @typedef {object} Step
 * @property {string} script what Node 24 runs, from the root of the repository
 * @property {readonly string[]} args
 *
 * @typedef {object} Task
 * @property {Step} [before] runs first and prints on standard error
 * @property {Step} [beside] runs at the same time and prints on standard error; the main step is told `goOn` when it is done
 * @property {Step} [main] gets what was typed after the task's name
 * @property {boolean} [server] whether it runs until it is stopped, so that being stopped is success
 * @property {Readonly<Record<string, string>>} [env]
 */

/** What a task is told when the step beside it is done. */
export const goOn = 'go on'

/** @typedef {(file: string, ...args: readonly string[]) => Step} StepOf */
/** @type {StepOf} */
const tooling = (file, ...args) => ({ script: `packages/tooling/src/${file}`, args })
/** @type {StepOf} */
const backend = (file, ...args) => ({ script: `packages/backend/src/${file}`, args })

const checks = ['lint', 'format', 'unused', 'boundaries', 'repository']
const upToDateSite = tooling('site/build-command.ts', '--if-stale')

/** @type {Readonly<Record<string, Task>>} */
export const tasks = {
  // The database is opened, or made, while the website is built.
  start: { beside: upToDateSite, main: backend('main.ts', '--site-is-being-built'), server: true },
  dev: { main: tooling('dev/dev-command.ts'), server: true },
  build: { before: tooling('site/build-command.ts'), main: tooling('desktop/build-desktop-command.ts') },
  desktop: { main: tooling('desktop/desktop-command.ts'), server: true },
  test: { main: tooling('suites/test-command.ts') },
  'test:full': { main: tooling('suites/test-command.ts'), env: { TEST_FULL: '1' } },
  check: { main: tooling('suites/test-command.ts', ...checks) },
  format: { main: tooling('suites/format-command.ts') },
  types: { main: tooling('database/generate-types.ts') },
  admin: { main: backend('admin-command.ts') },
  backup: { main: backend('backup-command.ts') },
  restore: { main: backend('restore-command.ts') },
  verify: { main: backend('verify-command.ts') },
  fuzz: { main: backend('testing/fuzz/fuzz-command.ts') },
  load: { before: upToDateSite, main: tooling('load/load-command.ts') },
  bench: { before: upToDateSite, main: tooling('bench/bench-command.ts') },
  // Fetches Electron's program where it is missing. `npm run desktop` does so by itself.
  electron: { main: { script: 'node_modules/electron/install.js', args: [] } },
  // Only installs: for a first run without a network afterwards, or for an editor that wants the types.
  setup: {},
}
