import { defineConfig } from 'vitest/config'

/** Starting a database or a server takes its time on a busy machine. */
const patient = { testTimeout: 30_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{apps,packages}/*/src/**/*.test.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['{apps,packages}/*/src/**/*.test.tsx'],
          setupFiles: ['packages/shared/src/testing/setup-dom.ts'],
          // The class names of the source, so that a test may say which look it expects.
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
