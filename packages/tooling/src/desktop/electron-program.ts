import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'

const installed = join(repositoryRoot, 'node_modules', 'electron')

/** Fetches the program for this system; run by hand, since no dependency runs anything at installation. */
export const electronInstaller = join(installed, 'install.js')

/**
 * The program of Electron, or undefined where it has not been fetched. Importing `electron` to find out would start the
 * download.
 *
 * @param folder the package of Electron
 */
export function findElectron(folder: string = installed): string | undefined {
  try {
    const path = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'))
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
