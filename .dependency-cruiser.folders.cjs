// Folders never import each other in a circle. The rules about files are separate, since these exclude tests: a test
// may start the whole server.
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      comment: 'Shared code goes below, composition above (packages/backend/src/start-server.ts).',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: [options.exclude.path, '\\.(test|spec)\\.tsx?$', '/testing/'] } },
}
