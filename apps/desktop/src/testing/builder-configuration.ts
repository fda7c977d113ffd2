import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Configuration } from 'electron-builder'

/** The repository's root, where electron-builder's configuration lies. */
export const projectFolder = join(import.meta.dirname, '..', '..', '..', '..')

/** The folder of the app, which electron-builder calls the project. */
export const appFolder = join(import.meta.dirname, '..', '..')

/** electron-builder's configuration module, which is not in its public interface. */
interface ConfigurationReader {
  getConfig(folder: string, file: string, options: object): Promise<Configuration>
  validateConfiguration(configuration: unknown, log: { isEnabled: boolean }): Promise<void>
}

const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
// The module has no types.
const reader = fromBuilder('app-builder-lib/out/util/config/config.js') as ConfigurationReader

/** Reads `electron-builder.yml` as electron-builder does. */
export function readConfiguration(): Promise<Configuration> {
  return reader.getConfig(appFolder, '../../electron-builder.yml', {})
}

/** @throws with the field's name for an unknown field or an invalid value */
export function checkConfiguration(configuration: unknown): Promise<void> {
  return reader.validateConfiguration(configuration, { isEnabled: false })
}
