import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether the server can store what it accepts. */
export interface DiskHealth {
  /** Records that a disk, here or the database's, did not take a request's write. */
  writeFailed(): void
  /** Why writes fail or soon will: a sentence without a path. Null when they do not. */
  problem(): Promise<string | null>
  /** The bytes of the data folder's disk: free for this user, and all. */
  space(): Promise<{ readonly free: number; readonly size: number }>
}

/** Four files of the embedded database's write-ahead log. */
const minFreeBytes = 64 * 1024 * 1024
/** How long a failed write counts. */
const failureMs = 60_000
/** Between two files that are written to try. */
const probeMs = 5000

/**
 * Watches the disk of the data folder: its space, whether a file can be written, and the writes of requests, which a
 * database elsewhere may reject for the same reasons.
 * @param now a monotonic clock in milliseconds
 */
export function createDiskHealth(root: string, now: () => number = () => performance.now()): DiskHealth {
  let failedAt = Number.NEGATIVE_INFINITY
  let probed: { readonly at: number; readonly isWritable: Promise<boolean> } | null = null

  async function space(): Promise<{ free: number; size: number }> {
    const { bavail, blocks, bsize } = await statfs(root)
    return { free: bavail * bsize, size: blocks * bsize }
  }

  async function canWrite(): Promise<boolean> {
    if (probed === null || now() - probed.at > probeMs) probed = { at: now(), isWritable: tryToWrite(root) }
    return probed.isWritable
  }

  return {
    writeFailed() {
      failedAt = now()
    },
    async problem() {
      if (now() - failedAt < failureMs) return 'A write failed within the last minute.'
      if (!(await canWrite())) return 'The data folder cannot be written.'
      const { free } = await space()
      return free < minFreeBytes ? 'The disk is nearly full.' : null
    },
    space,
  }
}

async function tryToWrite(root: string): Promise<boolean> {
  const path = join(root, 'probe')
  try {
    await writeFile(path, Buffer.alloc(4096), { mode: 0o600 })
    return true
  } catch {
    return false
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}
