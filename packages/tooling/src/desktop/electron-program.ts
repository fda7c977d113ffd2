import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'

const installed = join(repositoryRoot, 'node_modules', 'electron')

/** Fetches the program for this system; run by hand, since no dependency runs anything at installation. */
export const electronInstaller = join(installed, 'install.js')

/**
 * The program of Electron, or undefined where it has not been fetched. Importing `electron` to find out would start the
 * download. As with that, `ELECTRON_OVERRIDE_DIST_PATH` names a folder that has one already.
 */
export function findElectron(): string | undefined {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  // Written by the installer as its last step.
  const record = join(installed, 'path.txt')
  const name = existsSync(record) ? readFileSync(record, 'utf8') : undefined
  if (override === undefined && name === undefined) return undefined
  const path = join(override ?? join(installed, 'dist'), name ?? 'electron')
  return existsSync(path) ? path : undefined
}
