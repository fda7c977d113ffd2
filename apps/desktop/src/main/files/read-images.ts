import { isAbsolute, basename } from 'node:path'

import { mostImageBytes, type Output } from '../../ipc/contract.ts'
import { readImage } from './read-image.ts'

/** How much one choice brings into memory before the rest of it is left out. */
const enoughBytes = 4 * mostImageBytes

/** Reads what a person chose, one after the other, and says of everything else why it was left out. */
export async function readImages(
  paths: readonly string[],
  enough: number = enoughBytes,
): Promise<Output<'images:pick'>> {
  const read: Output<'images:pick'> = { images: [], refused: [] }
  let bytes = 0
  for (const path of paths) {
    const name = basename(path)
    const answer =
      bytes >= enough
        ? { refused: `${name} was left out. Choose fewer images at a time.` }
        : // Only the system names files; a relative one comes from elsewhere.
          isAbsolute(path)
          ? await readImage(path)
          : { refused: `${name} could not be read.` }
    if ('image' in answer) {
      read.images.push(answer.image)
      bytes += answer.image.bytes.length
    } else {
      read.refused.push({ name, reason: answer.refused })
    }
  }
  return read
}
