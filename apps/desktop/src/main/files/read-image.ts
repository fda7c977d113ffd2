import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { type ImageKind, kindIsKnownAfter, kindOfImage } from '@giftwell/shared/domain/image-kind.ts'

import { type ImageFile, mostImageBytes } from '../../ipc/contract.ts'

/** An image, or why the file is none that can be used: a sentence for the person who chose it. */
export type ReadImage = { readonly image: ImageFile } | { readonly refused: string }

/** The kinds that are handed to the page; what its browser cannot decode of them, it says itself. */
const types: Partial<Record<ImageKind, ImageFile['type']>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heic: 'image/heic',
}

/**
 * Reads an image that a person chose, wherever a link may lead (specification, section 2, Product Image upload). What it
 * is, its content decides; it is read only when it is an ordinary file of an image within the limit, and never beyond
 * the limit, however it may grow meanwhile. Never throws.
 *
 * @param mostBytes what the page is handed at most
 */
export async function readImage(path: string, mostBytes: number = mostImageBytes): Promise<ReadImage> {
  const name = basename(path)
  try {
    // Opening a device can set something off, and opening a pipe waits for somebody to write into it.
    if (!(await stat(path)).isFile()) return notAFile(name)
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      return await readFrom(file, name, mostBytes)
    } finally {
      await file.close()
    }
  } catch (error) {
    return { refused: unreadable(name, error) }
  }
}

async function readFrom(file: FileHandle, name: string, mostBytes: number): Promise<ReadImage> {
  const found = await file.stat()
  if (!found.isFile()) return notAFile(name)
  if (found.size === 0) return { refused: `${name} is empty.` }
  if (found.size > mostBytes) return tooLarge(name, mostBytes)

  const start = new Uint8Array(kindIsKnownAfter)
  const { bytesRead } = await file.read(start, 0, start.length, 0)
  const kind = kindOfImage(start.subarray(0, bytesRead))
  if (kind === null) return { refused: `${name} is not an image.` }
  const type = types[kind]
  if (type === undefined) {
    return { refused: `${name} is a ${kind.toUpperCase()} image. Choose a JPEG, PNG or WebP image.` }
  }

  const bytes = await readAtMost(file, mostBytes + 1)
  return bytes.length > mostBytes ? tooLarge(name, mostBytes) : { image: { name, type, bytes } }
}

/** The file's beginning, in memory of its own: what goes to the page carries nothing that lies beside it. */
async function readAtMost(file: FileHandle, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  const stream = file.createReadStream({ start: 0, end: mostBytes - 1, autoClose: false })
  // A stream of a file without an encoding yields buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return new Uint8Array(Buffer.concat(chunks))
}

function notAFile(name: string): ReadImage {
  return { refused: `${name} is not a file.` }
}

function tooLarge(name: string, mostBytes: number): ReadImage {
  return { refused: `${name} is larger than ${Math.floor(mostBytes / (1024 * 1024))} MB.` }
}

function unreadable(name: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `${name} is no longer there.`
  if (code === 'EACCES' || code === 'EPERM') return `You are not allowed to read ${name}.`
  return `${name} could not be read.`
}
