import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { dataFolderAt } from '../data-folder/data-folder.ts'
import { poll } from '../process/poll.ts'
import type { Log } from '../process/terminal.ts'
import type { BackupSettings, Settings } from '../settings.ts'
import { openBackupStore } from './backup-store.ts'
import { snapshotPrefix } from './take-snapshot.ts'

/** The last result of the scheduled backups. */
export interface BackupState {
  /** When the newest backup that was checked was made, in milliseconds; null before the first. */
  readonly madeAt: number | null
  /** Why the last attempt failed; null after one that succeeded. */
  readonly failure: string | null
}

/** After an attempt that failed, the next one follows sooner than after one that succeeded. */
const retryMs = 600_000
/** How often the clock is read: a timer of Node.js counts at most 25 days, and stands still while a machine sleeps. */
const checkMs = 10_000

/**
 * Makes backups in the folder or bucket at the interval of the settings, counted from the newest one there, so
 * restarts neither delay nor add one. The commands of `npm run` make each backup and check it by a restore, in
 * separate processes with this one's Node options and low priority, so visitors do not wait. A backup that fails
 * its check is removed. Of the others the newest stay.
 * @param now the clock, in milliseconds
 * @throws UserFacingError when the folder cannot be used
 */
export async function scheduleBackups(
  { dataFolder, databaseUrl, backupKey }: Settings,
  { location, everyMs, keep }: BackupSettings,
  log: Log,
  now: () => number = Date.now,
) {
  const store = await openBackupStore(location)
  const closing = new AbortController()
  const run = async (program: 'backup' | 'restore', ...args: string[]): Promise<void> => {
    const path = fileURLToPath(new URL(`../${program}-command.ts`, import.meta.url))
    // With the snapshots, since a start removes those of killed processes.
    const temporary = await mkdtemp(join(dataFolderAt(dataFolder).root, snapshotPrefix))
    const env = {
      ...process.env,
      TMPDIR: temporary,
      DATA_DIR: dataFolder,
      DATABASE_URL: databaseUrl ?? '',
      BACKUP_KEY: backupKey ?? '',
    }
    const ran = promisify(execFile)(process.execPath, [...process.execArgv, path, ...args], {
      env,
      signal: closing.signal,
    })
    // A process that has ended already has none.
    if (ran.child.pid !== undefined) setPriorityOf(ran.child.pid)
    try {
      await ran
    } catch (error) {
      const { stderr, message } = recordOf(error)
      throw new Error(String(stderr).trim() || String(message), { cause: error })
    } finally {
      await rm(temporary, { recursive: true, force: true, maxRetries: 3 })
    }
  }
  let failure: string | null = null
  let madeAt: number | null = null
  const fail = (error: unknown): void => {
    failure = error instanceof Error ? error.message : 'unknown reason'
    if (!closing.signal.aborted)
      log(`the scheduled backup failed, and is tried again in ten minutes: ${failure}`, 'error')
  }
  // A bucket that is away for a while does not prevent a start.
  await store.list().then((made) => (madeAt = made.at(-1)?.modified ?? null), fail)

  const makeOne = async (): Promise<void> => {
    const time = new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')
    const name = `giftwell-${time}Z.backup`
    const file = store.argument(name)
    try {
      await run('backup', file)
      await run('restore', '--check', file).catch(async (error: unknown) => {
        await store.remove(name)
        throw error
      })
      madeAt = now()
      failure = null
      for (const old of (await store.list()).slice(0, -keep)) await store.remove(old.name)
    } catch (error) {
      fail(error)
    }
  }

  const nextAt = (): number =>
    failure === null ? (madeAt ?? -Infinity) + everyMs : now() + Math.min(retryMs, everyMs)
  let dueAt = nextAt()
  const stop = poll(
    async () => {
      const waits = dueAt - now()
      // Longer than the interval after a clock that was ahead is set right.
      if (waits > 0 && waits <= everyMs) return
      await makeOne()
      dueAt = nextAt()
    },
    checkMs,
    true,
  )
  return {
    state: (): BackupState => ({ madeAt, failure }),
    async close() {
      closing.abort()
      await stop()
    },
  }
}

function setPriorityOf(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended, or the system forbids it.
  }
}
