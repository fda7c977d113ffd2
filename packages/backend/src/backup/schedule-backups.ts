import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dataFolderAt, diskReason } from '../data-folder/data-folder.ts'
import { UserFacingError } from '../process/errors.ts'
import type { Log } from '../process/terminal.ts'
import type { BackupSettings, Settings } from '../settings.ts'
import { snapshotPrefix } from './take-snapshot.ts'

/** The name of a scheduled backup, which sorts by its time. Other files of the folder are not touched. */
const scheduledName = /^giftwell-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/
/** What a backup that was interrupted leaves. */
const unfinishedName = /^giftwell-[\dTZ-]+\.backup\..*\.tmp$/

/** The last result of the scheduled backups. */
export interface BackupState {
  /** When the newest backup that was checked was made, in milliseconds; null before the first. */
  readonly madeAt: number | null
  /** Why the last attempt failed; null after one that succeeded. */
  readonly failure: string | null
}

/** The schedule, until it is closed. */
export interface ScheduledBackups {
  state(): BackupState
  close(): Promise<void>
}

/** After an attempt that failed, the next one follows sooner than after one that succeeded. */
const retryMs = 600_000
/** Timers of Node.js count at most 2^31 milliseconds. */
const maxTimerMs = 2_147_483_647

/**
 * Makes a backup in the folder of the settings as often as they say, counted from the newest one there, so that restarts
 * neither delay nor add one. Each is made and then checked, by restoring it, with the commands of `npm run`: in processes of
 * their own and with low priority, so that visitors do not wait for them. One that fails its check is removed. Of the others the
 * newest stay.
 * @param now the clock, in milliseconds
 * @throws UserFacingError when the folder cannot be used
 */
export async function scheduleBackups(
  { dataFolder, databaseUrl, backupKey }: Settings,
  { folder, everyMs, keep }: BackupSettings,
  log: Log,
  now: () => number = Date.now,
): Promise<ScheduledBackups> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new UserFacingError(`The folder ${folder} of BACKUP_DIR cannot be used: ${diskReason(error)}.`)
  })
  const closing = new AbortController()
  const run = async (program: 'backup' | 'restore', ...args: string[]): Promise<void> => {
    const path = fileURLToPath(new URL(`../${program}-command.ts`, import.meta.url))
    // With the snapshots, of which a start removes what a killed process has left.
    const temporary = await mkdtemp(join(dataFolderAt(dataFolder).root, snapshotPrefix))
    const env = {
      ...process.env,
      TMPDIR: temporary,
      DATA_DIR: dataFolder,
      DATABASE_URL: databaseUrl ?? '',
      BACKUP_KEY: backupKey ?? '',
    }
    const ended = new Promise<void>((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [path, ...args],
        { env, signal: closing.signal },
        (error, _out, problem) => {
          if (error === null) resolve()
          else reject(new Error(problem.trim() || error.message))
        },
      )
      // A process that has ended already has none.
      if (child.pid !== undefined) setPriorityOf(child.pid)
    })
    try {
      await ended
    } finally {
      await rm(temporary, { recursive: true, force: true, maxRetries: 3 })
    }
  }
  const scheduled = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => scheduledName.test(name)).toSorted()

  for (const name of (await readdir(folder)).filter((each) => unfinishedName.test(each)))
    await rm(join(folder, name), { force: true })
  let failure: string | null = null
  const newest = (await scheduled()).at(-1)
  let madeAt = newest === undefined ? null : (await stat(join(folder, newest))).mtimeMs

  const makeOne = async (): Promise<void> => {
    const time = new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')
    const file = join(folder, `giftwell-${time}Z.backup`)
    try {
      await run('backup', file)
      await run('restore', '--check', file).catch(async (error: unknown) => {
        await rm(file, { force: true })
        throw error
      })
      madeAt = now()
      failure = null
      for (const old of (await scheduled()).slice(0, -keep)) await rm(join(folder, old), { force: true })
    } catch (error) {
      failure = error instanceof Error ? error.message : 'unknown reason'
      if (!closing.signal.aborted)
        log(`the scheduled backup failed, and is tried again in ten minutes: ${failure}`, 'error')
    }
    if (!closing.signal.aborted) wait()
  }

  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const wait = (): void => {
    const due =
      failure === null ? (madeAt === null ? 0 : madeAt + everyMs - now()) : Math.min(retryMs, everyMs)
    timer = setTimeout(
      () => {
        if (due > maxTimerMs) return wait()
        working = makeOne()
      },
      Math.min(Math.max(due, 0), maxTimerMs),
    )
    timer.unref()
  }
  wait()
  return {
    state: () => ({ madeAt, failure }),
    async close() {
      clearTimeout(timer)
      closing.abort()
      await working
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
