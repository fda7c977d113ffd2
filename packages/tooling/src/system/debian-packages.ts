import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { withFileLock } from '../bootstrap/file-lock.mjs'

const options = [
  '-y',
  '-q',
  '-o',
  'DPkg::Lock::Timeout=300',
  '-o',
  'Acquire::Retries=2',
  '-o',
  'Acquire::http::Timeout=20',
]
const limitMs = 600_000

/**
 * Installs packages with apt-get, which only root can and only Debian and its relatives have. Two of our runs do it
 * one after the other: apt-get refuses to fetch its lists twice at once.
 *
 * @returns nothing on success, otherwise a sentence on why it did not work
 */
export async function installDebianPackages(packages: readonly string[]): Promise<string | undefined> {
  if (!(await isDebian())) return 'this is no Debian, so apt-get is not tried'
  if (process.getuid?.() !== 0) return `only root can run apt-get install ${packages.join(' ')}`
  try {
    await withFileLock(join(tmpdir(), 'giftwell-apt-get.lock'), async () => {
      await apt('update')
      await apt('install', '--no-install-recommends', ...packages)
    })
    return undefined
  } catch (error) {
    return `apt-get failed: ${lastLine(error)}`
  }
}

async function apt(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await promisify(execFile)('apt-get', [...options, ...args], {
    env,
    timeout: limitMs,
    maxBuffer: 64 * 1024 * 1024,
  })
}

async function isDebian(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID(_LIKE)?=.*\bdebian\b/m.test(release)
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').at(-1) ?? 'it said nothing'
}
