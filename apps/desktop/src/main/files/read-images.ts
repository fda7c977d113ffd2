import { constants } from 'node:fs'
import { type FileHandle, open, opendir, stat } from 'node:fs/promises'
import { basename, extname, isAbsolute, join } from 'node:path'

import { type ImageKind, kindIsKnownAfter, kindOfImage } from '@giftwell/shared/domain/image-kind.ts'

import { type ImageFile, maxImageBytes, type Output } from '../../ipc/contract.ts'

/** Limit for the bytes that one choice loads into memory. */
const maxTotalBytes = 4 * maxImageBytes

/** The names of images; their content is looked at, too. */
export const imageExtensions = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif'] as const
const extensions: ReadonlySet<string> = new Set(imageExtensions)

/** Limit for the entries of a folder, such as that of a whole disk. */
const maxEntries = 20_000

/**
 * Reads the chosen files one after the other, and gives a reason for each that was refused; of folders it reads the files
 * that are images by their names.
 */
export async function readImages(
  paths: readonly string[],
  maxTotal: number = maxTotalBytes,
): Promise<Output<'images:pick'>> {
  const read: Output<'images:pick'> = { images: [], refused: [] }
  let bytes = 0
  const files: string[] = []
  for (const path of paths) {
    const inside = await imagesIn(path)
    const name = basename(path)
    if (inside?.length === 0) read.refused.push({ name, reason: `${name} holds no images.` })
    files.push(...(inside ?? [path]))
  }
  for (const path of files) {
    const name = basename(path)
    const answer =
      bytes >= maxTotal
        ? { refused: `${name} was left out. Choose fewer images at a time.` }
        : // The system gives absolute paths only.
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

/** The images in a folder and below it; null when it is none. Links are not followed. */
async function imagesIn(path: string): Promise<string[] | null> {
  const found: string[] = []
  let entries = 0
  try {
    if (!isAbsolute(path) || !(await stat(path)).isDirectory()) return null
    for await (const entry of await opendir(path, { recursive: true })) {
      entries += 1
      if (entries > maxEntries) break
      if (entry.isFile() && extensions.has(extname(entry.name).slice(1).toLowerCase())) {
        found.push(join(entry.parentPath, entry.name))
      }
    }
  } catch {
    // What cannot be looked into is refused as a file, with the reason.
    if (found.length === 0) return null
  }
  return found.toSorted()
}

/** An image, or a sentence that tells the user why the file was refused. */
type ReadImage = { readonly image: ImageFile } | { readonly refused: string }

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
 * Reads an image that the user chose, following links (specification, section 2, Product Image upload). The kind is
 * detected by content. Reads regular files only, and never more than the limit even if the file grows. Never throws.
 *
 * @param maxBytes limit for what the page gets
 */
export async function readImage(path: string, maxBytes: number = maxImageBytes): Promise<ReadImage> {
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

async function readFrom(file: FileHandle, name: string, maxBytes: number): Promise<ReadImage> {
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

function notAFile(name: string): ReadImage {
  return { refused: `${name} is not a file.` }
}

function tooLarge(name: string, maxBytes: number): ReadImage {
  return { refused: `${name} is larger than ${Math.floor(maxBytes / (1024 * 1024))} MB.` }
}

function unreadable(name: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return `${name} is no longer there.`
  if (code === 'EACCES' || code === 'EPERM') return `You are not allowed to read ${name}.`
  return `${name} could not be read.`
}
