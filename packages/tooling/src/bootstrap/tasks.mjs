/**
 * @typedef {object} Step
 * @property {string} script the file that Node 24 runs, from the root of the repository
 * @property {readonly string[]} [args] what comes before the arguments that the person typed
 * @property {boolean} [quiet] whether its standard output goes to standard error, so that only the task itself speaks there
 */

/**
 * @typedef {object} Task
 * @property {readonly Step[]} steps run one after the other; the last one gets what the person typed after the name
 * @property {boolean} [together] whether the steps begin together; the last one is told `goOn` when those before it are done
 * @property {boolean} [server] whether it runs until it is stopped, so that being stopped is its success
 */

/** What the last of the steps that begin together is told. */
export const goOn = 'go on'

/** @type {Readonly<Record<string, Task>>} */
export const tasks = {
  start: {
    server: true,
    // The database is made, or opened, while the website is built, or found to be up to date.
    together: true,
    steps: [
      { script: 'packages/tooling/src/site/build-command.ts', args: ['--if-stale'], quiet: true },
      { script: 'packages/backend/src/main.ts', args: ['--site-is-being-built'] },
    ],
  },
  dev: { server: true, steps: [{ script: 'packages/tooling/src/dev/dev-command.ts' }] },
  build: {
    steps: [
      { script: 'packages/tooling/src/site/build-command.ts' },
      { script: 'packages/tooling/src/desktop/build-desktop-command.ts' },
    ],
  },
  desktop: { server: true, steps: [{ script: 'packages/tooling/src/desktop/desktop-command.ts' }] },
  test: { steps: [{ script: 'packages/tooling/src/suites/test-command.ts' }] },
  check: {
    steps: [
      {
        script: 'packages/tooling/src/suites/test-command.ts',
        args: ['types', 'lint', 'format', 'boundaries', 'repository'],
      },
    ],
  },
  format: { steps: [{ script: 'packages/tooling/src/suites/format-command.ts' }] },
  icons: { steps: [{ script: 'packages/tooling/src/icons/icons-command.ts' }] },
  types: { steps: [{ script: 'packages/tooling/src/database/generate-types.ts' }] },
  admin: { steps: [{ script: 'packages/backend/src/admin-command.ts' }] },
  backup: { steps: [{ script: 'packages/backend/src/backup/backup-command.ts' }] },
  fuzz: { steps: [{ script: 'packages/backend/src/testing/fuzz/fuzz-command.ts' }] },
  restore: { steps: [{ script: 'packages/backend/src/backup/restore-command.ts' }] },
  load: {
    steps: [
      { script: 'packages/tooling/src/site/build-command.ts', args: ['--if-stale'], quiet: true },
      { script: 'packages/tooling/src/load/load-command.ts' },
    ],
  },
  bench: {
    steps: [
      { script: 'packages/tooling/src/site/build-command.ts', args: ['--if-stale'], quiet: true },
      { script: 'packages/tooling/src/bench/bench-command.ts' },
    ],
  },
  // Fetches the program of Electron where it is missing; `desktop` does so by itself, the hosted workflows before their tests.
  electron: { steps: [{ script: 'node_modules/electron/install.js' }] },
  // Only sets up: for a first run without a network afterwards, or for an editor that wants the types.
  setup: { steps: [] },
}
