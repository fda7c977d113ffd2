import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { repositoryRoot } from './repository-root.ts'

/**
 * The JavaScript file behind a command of an installed package, to be run with `process.execPath`: that needs no
 * shell and no `.cmd` file, on any system.
 *
 * @throws when the package is not installed or has no such command
 */
export function installedProgram(packageName: string, command: string): string {
  const folder = join(repositoryRoot, 'node_modules', packageName)
  // The form of a package.json; what is missing is caught below.
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin?: string | Record<string, string>
  }
  const file = typeof bin === 'string' ? bin : bin?.[command]
  if (file === undefined) throw new Error(`The package ${packageName} has no command ${command}.`)
  return join(folder, file)
}
