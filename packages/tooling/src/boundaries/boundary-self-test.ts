import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import { cruiseImports, type Violation } from './cruise-imports.ts'
import { importedModules, installedPackages, violations } from './planted-violations.ts'

/**
 * Proves that every boundary rule works: in a folder with planted violations, each of these is reported by its own rule,
 * and nothing else is.
 *
 * @returns what is wrong, in sentences
 */
export async function boundarySelfTest(): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'giftwell-boundaries-'))
  try {
    await copyFile(join(repositoryRoot, 'tsconfig.json'), join(root, 'tsconfig.json'))
    for (const path of importedModules) await write(root, path, 'export const planted = 1')
    for (const [, path, code] of violations) await write(root, path, code)
    await installFakes(root)
    const { rules, violations: found } = await cruiseImports(root)
    const isExpected = ({ rule, from }: Violation) =>
      // A rule about folders reports the folder of the planted file.
      violations.some(([name, path]) => name === rule && [path, dirname(path)].includes(from))
    const reported = new Set(found.filter(isExpected).map(({ rule }) => rule))
    const all = new Set([...rules, ...violations.map(([rule]) => rule)])
    const unproven = [...all].filter((rule) => !reported.has(rule))
    return [
      ...unproven.map((rule) => `No planted violation of ${rule} is reported.`),
      ...found
        // Together the planted imports form cycles of folders, too.
        .filter((violation) => !isExpected(violation) && violation.rule !== 'no-folder-cycles')
        .map(({ rule, from, to }) => `${from} imports ${to} and is reported for ${rule}.`),
    ]
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), `${text}\n`)
}

/** Installs fake packages, declared except one, and links to the repository's own. */
async function installFakes(root: string): Promise<void> {
  const own = ['apps/storefront', 'apps/desktop'].concat(
    ['shared', 'backend', 'demo', 'tooling'].map((name) => `packages/${name}`),
  )
  const declared = installedPackages.filter((name) => name !== 'undeclared')
  const names = [...declared, ...own.map((folder) => `@giftwell/${basename(folder)}`)]
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
  const workspaces = ['apps/*', 'packages/*']
  await write(root, 'package.json', JSON.stringify({ name: 'giftwell', workspaces, dependencies }))
  for (const name of installedPackages) {
    const manifest = { name, version: '1.0.0', main: 'index.json' }
    await write(root, `node_modules/${name}/package.json`, JSON.stringify(manifest))
    await write(root, `node_modules/${name}/index.json`, '{}')
  }
  await mkdir(join(root, 'node_modules', '@giftwell'), { recursive: true })
  for (const folder of own) {
    await copyFile(join(repositoryRoot, folder, 'package.json'), join(root, folder, 'package.json'))
    // A junction needs no special right on Windows; elsewhere it is an ordinary link.
    const link = join(root, 'node_modules', '@giftwell', basename(folder))
    await symlink(join(root, folder), link, 'junction')
  }
}
