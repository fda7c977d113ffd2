import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Plugin } from 'vite'

import { type BundledFile, bundleListOf, type DesktopPart } from './bundle-list.ts'

/** Has Vite write down which modules are in which file of a part, for the tests of what is loaded and packed. */
export function listBundle(part: DesktopPart): Plugin {
  return {
    name: 'giftwell:list-bundle',
    enforce: 'post',
    async writeBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((file): BundledFile[] => {
        if (file.type !== 'chunk') return []
        const modules = Object.entries(file.modules).filter(([, { renderedLength }]) => renderedLength > 0)
        return [
          {
            name: file.fileName,
            bytes: Buffer.byteLength(file.code),
            isEntry: file.isEntry,
            // Electron's and Node's modules are no files of the app.
            imports: file.imports.filter((name) => name in bundle),
            modules: modules.map(([path]) => path.replaceAll('\\', '/')),
          },
        ]
      })
      await mkdir(dirname(bundleListOf(part)), { recursive: true })
      await writeFile(bundleListOf(part), JSON.stringify(files, null, 2))
    },
  }
}
