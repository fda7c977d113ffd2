import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/** Writes a file of mode 0600 atomically: after a crash it has the old text or the new one. */
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
