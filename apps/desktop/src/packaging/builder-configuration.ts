import { createRequire } from 'node:module'
import { join, relative } from 'node:path'

import type { Configuration } from 'electron-builder'

/** The folder of the app. */
export const appFolder = join(import.meta.dirname, '..', '..')

/** electron-builder's configuration module, which is not in its public interface. */
interface ConfigurationReader {
  getConfig(folder: string, file: string, options: object): Promise<Configuration>
  validateConfiguration(configuration: unknown, log: { isEnabled: boolean }): Promise<void>
}

/** electron-builder's icon converter, which is not in its public interface. */
interface IconReader {
  convertIcon(options: {
    sources: readonly unknown[]
    fallbackSources: readonly string[]
    roots: readonly string[]
    format: IconFormat
    outDir: string
  }): Promise<{ readonly icons: readonly { readonly file: string }[]; readonly error?: string }>
}

/** A file for Windows, one for macOS, a set of pictures for Linux. */
export type IconFormat = 'ico' | 'icns' | 'set'

const fromBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
// These modules have no types.
const reader = fromBuilder('app-builder-lib/out/util/config/config.js') as ConfigurationReader

const icons = fromBuilder('app-builder-lib/out/util/iconConverter.js') as IconReader

/** Reads `electron-builder.yml` as electron-builder does. */
export function readConfiguration(): Promise<Configuration> {
  return reader.getConfig(appFolder, 'electron-builder.yml', {})
}

/** @throws with the field's name for an unknown field or an invalid value */
export function checkConfiguration(configuration: unknown): Promise<void> {
  return reader.validateConfiguration(configuration, { isEnabled: false })
}

/** The icon files that electron-builder uses without conversion; converted ones would be in another folder. */
export async function findIcons(icon: unknown, format: IconFormat): Promise<string[]> {
  const root = join(appFolder, 'resources')
  const outDir = join(root, 'must-not-be-needed')
  const found = await icons.convertIcon({
    sources: [icon],
    fallbackSources: [],
    roots: [root],
    format,
    outDir,
  })
  if (found.error !== undefined) throw new Error(found.error)
  return found.icons.map(({ file }) => relative(root, file).replaceAll('\\', '/'))
}
