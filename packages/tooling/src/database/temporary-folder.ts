import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one run. */
export interface TemporaryFolder {
  readonly path: string
  remove(): Promise<void>
}

/**
 * Makes an empty folder that goes when it is removed, or with this process.
 * @param purpose a word for whoever finds it after the power failed
 */
export async function temporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `giftwell-${purpose}-`))
  // Whoever wrote into it is only just ending.
  const options = { recursive: true, force: true, maxRetries: 5 }
  const removeAtExit = () => rmSync(path, options)
  process.once('exit', removeAtExit)
  return {
    path,
    async remove() {
      await rm(path, options)
      process.off('exit', removeAtExit)
    },
  }
}
