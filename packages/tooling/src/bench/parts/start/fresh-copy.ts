import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { repositoryRoot } from '../../../repository-root.ts'

/**
 * Copies the repository into a folder as it is after a clone and an installation: everything that git does not
 * ignore, so nothing that is built, and the installed packages by links.
 */
export async function copyFresh(folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: repositoryRoot,
      maxBuffer: 16 * 1024 * 1024,
    },
  )
  await Promise.all(
    stdout
      .split('\0')
      .filter((name) => name !== '')
      .map(async (name) => {
        await mkdir(dirname(join(folder, name)), { recursive: true })
        // A file may be deleted and not yet committed.
        await cp(join(repositoryRoot, name), join(folder, name)).catch(() => {})
      }),
  )
  for (const parent of ['', 'apps/desktop', 'apps/storefront', ...(await packagesOf('packages'))]) {
    await linkPackages(parent, folder)
  }
}

async function packagesOf(parent: string): Promise<readonly string[]> {
  return (await readdir(join(repositoryRoot, parent))).map((name) => `${parent}/${name}`)
}

async function linkPackages(parent: string, folder: string): Promise<void> {
  const installed = join(repositoryRoot, parent, 'node_modules')
  const own = join(folder, parent, 'node_modules')
  const entries = await readdir(installed).catch(() => [])
  if (entries.length === 0) return
  await mkdir(own, { recursive: true })
  for (const name of entries) {
    // The workspace's own packages are those of the copy.
    if (name === '@giftwell')
      await cp(join(installed, name), join(own, name), { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.giftwell') && !name.startsWith('.cache'))
      await symlink(join(installed, name), join(own, name))
  }
}
