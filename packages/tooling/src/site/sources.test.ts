import { relative } from 'node:path'

import { expect, test } from 'vitest'
import { build } from 'vite'

import { desktopSources } from '../desktop/build-desktop.ts'
import { findFiles, repositoryRoot } from '../repository-root.ts'
import { siteSources } from './build-site.ts'

/** The modules of the repository that a program imports, by the bundler. */
async function modulesOf(program: string): Promise<string[]> {
  const built = await build({
    root: repositoryRoot,
    configFile: false,
    logLevel: 'error',
    build: { ssr: program, write: false },
  })
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  return chunks
    .flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    .map((id) => relative(repositoryRoot, id).replaceAll('\\', '/'))
    .filter((path) => /^(apps|packages)\//.test(path))
}

test.each([
  ['website', 'packages/tooling/src/site/build-site.ts', siteSources],
  ['desktop app', 'packages/tooling/src/desktop/build-desktop.ts', desktopSources],
])('the %s is built again when a module of its build changes', async (_name, program, { files, except }) => {
  const modules = await modulesOf(program)
  expect(modules).toContain(program)
  const sources = new Set(findFiles(repositoryRoot, files, except))
  expect(modules.filter((path) => !sources.has(path))).toEqual([])
})
