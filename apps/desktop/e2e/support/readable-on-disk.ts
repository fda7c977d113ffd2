import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The texts that any file below a folder contains in a common encoding. */
export async function readableOnDisk(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const contents = await Promise.all((await filesBelow(folder)).map(readUnlocked))
  const isReadable = (text: string) =>
    [
      Buffer.from(text),
      Buffer.from(text, 'utf16le'),
      Buffer.from(Buffer.from(text).toString('base64url')),
    ].some((bytes) => contents.some((content) => content.includes(bytes)))
  return texts.filter(isReadable)
}

/** On Windows the running app locks files without content, such as the LOCK of LevelDB. */
async function readUnlocked(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(EBUSY|EPERM)$/.test(String(error.code)))
      return Buffer.of()
    throw error
  }
}

/** Every file below a folder; none when it does not exist. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
