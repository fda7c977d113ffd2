import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { findFiles } from '../find-files.ts'
import { refusedLicences } from '../repository/licences.ts'
import {
  installScripts,
  lettingScriptsRun,
  missingPlatforms,
  namedRegistries,
  readLockfile,
} from '../repository/lockfile.ts'
import { machineTraces } from '../repository/machine-traces.ts'
import { looseVersions, readManifests, undocumentedDependencies } from '../repository/manifest.ts'
import { unlockedInstalls, unpinnedActions } from '../repository/workflows.ts'
import { repositoryRoot } from '../repository-root.ts'
import type { Suite } from './suite.ts'

/**
 * Packages that want to run something when they are installed and are accepted without it, each with the reason: `.npmrc`
 * and the bootstrap let no script run at all.
 */
const installScriptsNeverRun: Readonly<Record<string, string>> = {
  'electron-winstaller':
    'it only picks a 7-Zip for Squirrel installers, which electron-builder could make and we do not (NSIS)',
}

/** What the dependencies and the texts of the repository must be like. Each line is one check. */
export const repository: Suite = {
  name: 'repository',
  place: 'checks',
  async run() {
    const manifests = await readManifests(repositoryRoot)
    const locked = readLockfile(await readText('package-lock.json'))
    const checks = {
      'every dependency is pinned': looseVersions(manifests),
      'every dependency is accounted for': undocumentedDependencies(
        manifests,
        await readText('docs/dependencies.md'),
      ),
      'no dependency runs an install script': [
        ...installScripts(locked, Object.keys(installScriptsNeverRun)),
        ...lettingScriptsRun(await readText('.npmrc')),
      ],
      'the lockfile names no registry': namedRegistries(locked),
      'the lockfile holds the packages of every platform': missingPlatforms(locked),
      'every licence is agreed to': refusedLicences(locked, installedLicence),
      'every action of a workflow is pinned': await inWorkflows(unpinnedActions),
      'no workflow installs what no lockfile names': await inWorkflows(unlockedInstalls),
      'no text names a machine': await tracesInTexts(),
    }
    const broken = Object.entries(checks).filter(([, complaints]) => complaints.length > 0)
    return {
      passed: Object.keys(checks).length - broken.length,
      failed: broken.length,
      skipped: [],
      report: broken.map(([check, complaints]) => `Not so: ${check}.\n${complaints.join('\n')}`).join('\n\n'),
    }
  },
}

async function inWorkflows(complaints: (path: string, text: string) => string[]): Promise<string[]> {
  const paths = await findFiles(repositoryRoot, ['.github/workflows/*.yml'])
  const found = await Promise.all(paths.map(async (path) => complaints(path, await readText(path))))
  return found.flat()
}

async function tracesInTexts(): Promise<string[]> {
  const paths = await committedFiles()
  const found = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(repositoryRoot, path)).catch(() => Buffer.alloc(0))
      return content.includes(0) ? [] : machineTraces(path, content.toString('utf8'))
    }),
  )
  return found.flat()
}

/** What git knows; without git (a downloaded archive) everything that was not made here. */
async function committedFiles(): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], {
      cwd: repositoryRoot,
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout.split('\0').filter((path) => path !== '')
  } catch {
    const made = [
      '**/node_modules/**',
      '**/dist/**',
      '**/dist-server/**',
      '.data*/**',
      'test-results/**',
      'playwright-report/**',
    ]
    return findFiles(repositoryRoot, ['**/*'], made)
  }
}

function installedLicence(place: string): string | undefined {
  try {
    const { license } = JSON.parse(readFileSync(join(repositoryRoot, place, 'package.json'), 'utf8'))
    return typeof license === 'string' ? license : undefined
  } catch {
    return undefined // a package for another platform is not here
  }
}

async function readText(path: string): Promise<string> {
  return readFile(join(repositoryRoot, path), 'utf8')
}
