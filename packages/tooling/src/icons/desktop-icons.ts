import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'

/** Where the icons lie, their sources beside them: electron-builder's `buildResources`. */
export const iconFolder = join(repositoryRoot, 'apps', 'desktop', 'resources')

/** What a drawing shows: a region of its 1024 units. macOS wants the margin, other systems waste pixels on it. */
export const regions = { withMargin: '0 0 1024 1024', plateAlone: '92 92 840 840' } as const

/** The sizes of the Windows icon, those of its scaled screens among them. */
export const icoSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const

/** The PNG files, by name. */
export const pngFiles = {
  'icon.png': { drawing: 'icon.svg', size: 1024, region: regions.plateAlone },
  'icon-512.png': { drawing: 'icon.svg', size: 512, region: regions.plateAlone },
  'badge.png': { drawing: 'badge.svg', size: 32, region: '0 0 32 32' },
} as const

export type Drawing = (typeof pngFiles)[keyof typeof pngFiles]['drawing']

/** A drawing and what its pictures say of it: its name and the hash of its text. */
export async function readDrawing(name: Drawing): Promise<{ svg: string; source: string }> {
  const svg = (await readFile(join(iconFolder, name), 'utf8')).replaceAll('\r\n', '\n') // a checkout on Windows is the same drawing
  return { svg, source: `${name} ${createHash('sha256').update(svg).digest('hex')}` }
}
