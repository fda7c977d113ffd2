// Which folders may import each other: never in a circle. Beside the rules about files, since it looks at the sources
// alone: a test may start the whole server.
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'What is shared goes below, what is composed above (packages/backend/src/start-server.ts).',
      severity: 'error',
      scope: 'folder',
      from: { path: '^packages/(backend|shared)/', pathNot: '/demo/' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: ['\\.(test|spec)\\.tsx?$', '/testing/'] } },
}
