/**
 * What Node 24 runs: a file, from the root of the repository, and its arguments.
 *
 * @typedef {readonly [file: string, ...args: string[]]} Step
 *
 * @typedef {object} Task
 * @property {Step} [main] gets what was typed after the task's name; a task without it only installs
 * @property {Step} [beside] runs at the same time, prints on standard error, and sends `main` a message when it is done
 * @property {boolean} [server] whether it runs until it is stopped, so that being stopped is success
 * @property {Readonly<Record<string, string>>} [env]
 */

const tooling = 'packages/tooling/src'
const backend = 'packages/backend/src'
const suites = `${tooling}/suites/test-command.ts`
const build = `${tooling}/build/build-command.ts`

/** @type {Readonly<Record<string, Task>>} */
export const tasks = {
  // The database is opened, or made, while the website is built.
  start: {
    main: [`${backend}/main.ts`, '--site-is-being-built'],
    beside: [build, 'website', '--if-stale'],
    server: true,
  },
  dev: { main: [`${tooling}/dev/dev-command.ts`], server: true },
  build: { main: [build, 'website', 'desktop'] },
  desktop: { main: [`${tooling}/desktop/desktop-command.ts`], server: true },
  test: { main: [suites] },
  'test:full': { main: [suites], env: { TEST_FULL: '1' } },
  check: { main: [suites, 'lint', 'format', 'unused', 'boundaries', 'repository'] },
  format: { main: [`${tooling}/suites/format-command.ts`] },
  types: { main: [`${tooling}/database/generate-types.ts`] },
  admin: { main: [`${backend}/admin-command.ts`] },
  backup: { main: [`${backend}/backup-command.ts`] },
  restore: { main: [`${backend}/restore-command.ts`] },
  verify: { main: [`${backend}/verify-command.ts`] },
  fuzz: { main: [`${backend}/testing/fuzz/fuzz-command.ts`] },
  load: { main: [`${tooling}/load/load-command.ts`] },
  bench: { main: [`${tooling}/bench/bench-command.ts`] },
  // Fetches Electron's program where it is missing. `npm run desktop` does so by itself.
  electron: { main: ['node_modules/electron/install.js'] },
  // Only installs: for a first run without a network afterwards, or for an editor that wants the types.
  setup: {},
}
