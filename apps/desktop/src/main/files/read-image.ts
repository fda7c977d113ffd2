import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { type ImageKind, kindIsKnownAfter, kindOfImage } from '@giftwell/shared/images/image-kind.ts'

import { type ImageFile, maxImageBytes, type PickedImage } from '../../ipc/contract.ts'

/** Kinds that the page gets; it reports itself those that Chromium cannot decode. */
const types: Partial<Record<ImageKind, ImageFile['type']>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
}

/**
 * Reads an image that the user chose, following links (product.md, section 2, Product Image upload). The kind is
 * detected by content. Reads regular files only, and never more than the limit even if the file grows. Never throws.
 *
 * @param maxBytes limit for what the page gets
 */
export async function readImage(path: string, maxBytes: number = maxImageBytes): Promise<PickedImage> {
  const name = basename(path)
  try {
    // Opening a device can have side effects, and opening a pipe blocks until a writer connects.
    if (!(await stat(path)).isFile()) return notAFile(name)
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return await readFrom(file, name, maxBytes)
    } finally {
      await file.close()
    }
  } catch (error) {
    return { refused: unreadable(name, error) }
  }
}

async function readFrom(file: FileHandle, name: string, maxBytes: number): Promise<PickedImage> {
  const found = await file.stat()
  if (!found.isFile()) return notAFile(name)
  if (found.size === 0) return { refused: `${name} is empty.` }
  if (found.size > maxBytes) return tooLarge(name, maxBytes)

  const start = new Uint8Array(kindIsKnownAfter)
  const { bytesRead } = await file.read(start, 0, start.length, 0)
  const kind = kindOfImage(start.subarray(0, bytesRead))
  if (kind === null) return { refused: `${name} is not an image.` }
  const type = types[kind]
  if (type === undefined) {
    return { refused: `${name} is a ${kind.toUpperCase()} image. Choose a JPEG, PNG or WebP image.` }
  }

  const bytes = await readAtMost(file, maxBytes + 1)
  return bytes.length > maxBytes ? tooLarge(name, maxBytes) : { image: { name, type, bytes } }
}

/** Reads up to a limit into a buffer of its own: Node's pooled buffers share memory with other data. */
async function readAtMost(file: FileHandle, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  const stream = file.createReadStream({ start: 0, end: maxBytes - 1, autoClose: false })
  // A stream of a file without an encoding yields buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return new Uint8Array(Buffer.concat(chunks))
}

function notAFile(name: string): PickedImage {
  return { refused: `${name} is not a file.` }
}

function tooLarge(name: string, maxBytes: number): PickedImage {
  return { refused: `${name} is larger than ${Math.floor(maxBytes / (1024 * 1024))} MB.` }
}

function unreadable(name: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `${name} is no longer there.`
  if (code === 'EACCES' || code === 'EPERM') return `You are not allowed to read ${name}.`
  return `${name} could not be read.`
}
