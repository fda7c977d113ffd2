import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { repositoryRoot } from '../repository-root.ts'

/** Where the icons lie, their drawing beside them: electron-builder's `buildResources`. */
export const iconFolder = join(repositoryRoot, 'apps', 'desktop', 'resources')

/** What a picture shows of the drawing's 1024 units. macOS wants the margin, other systems waste pixels on it. */
export const regions = { withMargin: '0 0 1024 1024', plateAlone: '92 92 840 840' } as const

/** The sizes of the Windows icon, those of its scaled screens among them. */
export const icoSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const

/** The sizes of the Linux icon, which is a folder of pictures. */
export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const

/** The picture of a size in the Linux icon's folder. */
export function linuxIcon(size: number): string {
  return `icons/${size}x${size}.png`
}

/** The drawing, and what its pictures say of themselves: its name and the hash of its text. */
export async function readDrawing(): Promise<{ readonly svg: string; readonly source: string }> {
  const text = await readFile(join(iconFolder, 'icon.svg'), 'utf8')
  const svg = text.replaceAll('\r\n', '\n') // the same drawing, whatever the checkout made of its lines
  return { svg, source: `icon.svg ${createHash('sha256').update(svg).digest('hex')}` }
}
