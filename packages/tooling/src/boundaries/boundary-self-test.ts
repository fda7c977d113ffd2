import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'
import { cruiseImports, type Violation } from './cruise-imports.ts'
import { type Files, installedPackages, orderlyFiles, violations } from './planted-violations.ts'

/**
 * Proves that the boundary rules bite: on an orderly repository none of them speaks, and of every planted violation
 * exactly its own rule does.
 *
 * @returns what is wrong, in sentences; nothing when all is well
 */
export async function boundarySelfTest(): Promise<string[]> {
  const orderly = await inTemporaryRepository(orderlyFiles, cruiseImports)
  const planted = await inTemporaryRepository(
    { ...orderlyFiles, ...Object.assign({}, ...Object.values(violations)) },
    cruiseImports,
  )
  return [
    ...orderly.violations.map((found) => `The orderly repository is reported: ${describe(found)}.`),
    ...orderly.rules
      .filter((rule) => !(rule in violations))
      .map((rule) => `The rule ${rule} has no planted violation.`),
    ...Object.entries(violations).flatMap(([rule, files]) => {
      if (!orderly.rules.includes(rule))
        return [`There is no rule ${rule} for the violation that is planted for it.`]
      // A rule about folders reports the folder of the planted file.
      const folders = new Set(Object.keys(files).map((file) => dirname(file)))
      const found = planted.violations.filter(
        ({ from, rule: reported }) => from in files || (reported === rule && folders.has(from)),
      )
      if (found.length === 0) return [`The planted violation of ${rule} is not reported.`]
      return found
        .filter((violation) => violation.rule !== rule)
        .map((violation) => `The violation planted for ${rule} is also reported as ${describe(violation)}.`)
    }),
  ]
}

function describe({ rule, from, to }: Violation): string {
  return `${rule}: ${from} -> ${to}`
}

async function inTemporaryRepository<T>(files: Files, work: (root: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'giftwell-boundaries-'))
  try {
    await copyFile(join(repositoryRoot, 'tsconfig.json'), join(root, 'tsconfig.json'))
    await writeFiles(root, files)
    await installFakes(root)
    return await work(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function writeFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
}

async function installFakes(root: string): Promise<void> {
  const declared = installedPackages.filter((name) => name !== 'undeclared')
  const ours = [
    'apps/storefront',
    'apps/desktop',
    'packages/shared',
    'packages/backend',
    'packages/demo',
    'packages/tooling',
  ]
  const names = ours.map((folder) => `@giftwell/${folder.split('/')[1]}`)
  const dependencies = Object.fromEntries([...declared, ...names].map((name) => [name, '1.0.0']))

  await writeFiles(root, {
    'package.json': JSON.stringify({ name: 'giftwell', workspaces: ['apps/*', 'packages/*'], dependencies }),
    ...Object.fromEntries(
      ours.map((folder, index) => [
        `${folder}/package.json`,
        JSON.stringify({
          name: names[index],
          type: 'module',
          exports: { './*': folder.startsWith('packages') ? './src/*' : './*' },
        }),
      ]),
    ),
    ...Object.fromEntries(
      installedPackages.flatMap((name) => [
        [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
        [`node_modules/${name}/index.js`, ''],
      ]),
    ),
  })
  await mkdir(join(root, 'node_modules', '@giftwell'), { recursive: true })
  for (const [index, folder] of ours.entries()) {
    // A junction needs no special right on Windows; elsewhere it is an ordinary link.
    await symlink(join(root, folder), join(root, 'node_modules', names[index] ?? ''), 'junction')
  }
}
