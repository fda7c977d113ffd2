import { createRequire } from 'node:module'
import { join } from 'node:path'

import type { Configuration } from 'electron-builder'

/** The folder of the app, which electron-builder calls the project. */
export const appFolder = join(import.meta.dirname, '..', '..')

/** The part of electron-builder that reads and judges its file; it is not in its public interface. */
interface ConfigurationReader {
  getConfig(folder: string, file: string, options: object): Promise<Configuration>
  validateConfiguration(configuration: unknown, log: { isEnabled: boolean }): Promise<void>
}

const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
// The form of a module that has no types for us.
const reader = fromBuilder('app-builder-lib/out/util/config/config.js') as ConfigurationReader

/** Reads `electron-builder.yml` as electron-builder does. */
export function readConfiguration(): Promise<Configuration> {
  return reader.getConfig(appFolder, 'electron-builder.yml', {})
}

/** @throws with the field's name for one that electron-builder does not know, or a value that it does not take */
export function checkConfiguration(configuration: unknown): Promise<void> {
  return reader.validateConfiguration(configuration, { isEnabled: false })
}
