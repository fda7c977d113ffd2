import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder, which is deleted when it is disposed of. A process that was just killed may still write into it. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'giftwell-test-'))
  const remove = async () => rm(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, remove, [Symbol.asyncDispose]: remove }
}
