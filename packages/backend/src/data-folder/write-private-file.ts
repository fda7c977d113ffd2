import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/**
 * Writes a file that only its owner may read (mode 0600). Whoever reads it sees the old text or the new one,
 * never a part of it, even after a crash.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
