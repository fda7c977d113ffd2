import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { withFileLock } from '../bootstrap/file-lock.mjs'

const settings = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=2', 'Acquire::http::Timeout=20']

/**
 * Installs packages with apt-get, which needs root and Debian or a derivative. Concurrent runs wait for each other, since
 * apt-get fails when its lists are locked.
 *
 * @returns nothing on success, otherwise a sentence on why it did not work
 */
export async function installDebianPackages(packages: readonly string[]): Promise<string | undefined> {
  if (!existsSync('/etc/debian_version')) return 'this is no Debian, so apt-get is not tried'
  if (process.getuid?.() !== 0) return `only root can run apt-get install ${packages.join(' ')}`
  const apt = (...args: string[]) =>
    promisify(execFile)('apt-get', ['-yq', ...settings.flatMap((setting) => ['-o', setting]), ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 600_000,
      maxBuffer: 64 * 1024 * 1024,
    })
  try {
    await withFileLock(join(tmpdir(), 'giftwell-apt-get.lock'), async () => {
      await apt('update')
      await apt('install', '--no-install-recommends', ...packages)
    })
    return undefined
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    return `apt-get failed: ${text.trim().split('\n').at(-1)}`
  }
}
