import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { withoutOptimizingCompiler } from '@giftwell/tooling/site/start-site.ts'

/** Starting a database or a server takes its time on a busy machine, and so does drawing a screen beside one. */
const patient = { testTimeout: 30_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } }

const isolated = '{apps,packages}/*/src/**/*.isolated.test.tsx'
const isolatedRules = '{apps,packages}/*/src/**/*.isolated.test.ts'
const restoreFakes = 'packages/shared/src/testing/restore-fakes.ts'
const dom = {
  environment: 'jsdom',
  // The last one's hooks run first.
  setupFiles: ['packages/shared/src/testing/setup-dom.ts', restoreFakes],
  // A test that was ended by its time limit may replace more after that.
  unstubGlobals: true,
  // Keeps the source's class names, so tests can check them.
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
  ...patient,
}

export default defineConfig({
  test: {
    // One more than the processors, since many tests wait for a server or a command.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: 'full', description: 'Runs in `npm run test:full` only, as @full in end-to-end tests.' }],
    ...(process.env['TEST_FULL'] === '1' ? {} : { tagsFilter: ['!full'] }),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/{backend,tooling}/src/**/*.test.ts'],
          globalSetup: ['packages/backend/src/testing/prepared-database.global-setup.ts'],
          isolate: false,
          execArgv: [withoutOptimizingCompiler],
          ...patient,
        },
      },
      // These tests leave no state, so their files share processes: reloading modules for each file takes longer than the
      // tests.
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['{apps/*,packages/{demo,shared,back-office}}/src/**/*.test.ts'],
          exclude: [isolatedRules],
          setupFiles: [restoreFakes],
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: 'dom',
          include: ['{apps,packages}/*/src/**/*.test.tsx'],
          exclude: [isolated],
          // Reloading the components for each file takes twice as long as their tests.
          isolate: false,
          ...dom,
        },
      },
      // These tests replace modules, which must not be loaded before, or leave supabase-js clients that go on refreshing
      // their session and probing the network.
      { test: { name: 'isolated', include: [isolated], ...dom } },
      // These tests count all timers of their process.
      {
        test: {
          name: 'isolated rules',
          environment: 'node',
          include: [isolatedRules],
          setupFiles: [restoreFakes],
          ...patient,
        },
      },
    ],
  },
})
