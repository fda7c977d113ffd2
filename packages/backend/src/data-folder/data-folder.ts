import { dirname, join } from 'node:path'
import { diskReason } from './disk-reason.ts'
import { errorCode, UserFacingError } from '../process/errors.ts'
import { mkdir, stat } from 'node:fs/promises'

/** The paths in DATA_DIR. Only the owner of the process can read them. */
export interface DataFolder {
  readonly root: string
  /** The embedded database's files; absent when a PostgreSQL server is used. */
  readonly database: string
  /** Stored images, a folder for each bucket. */
  readonly images: string
  /** Sent e-mail, one file per message. */
  readonly mail: string
  /** The JWT secret and the two API keys. */
  readonly secrets: string
  /** The first administrator's e-mail and password. */
  readonly administrator: string
  /** The port and token of the running server's control channel. */
  readonly control: string
  /** Locked while a process uses the folder. */
  readonly lock: string
}

/** The paths in the data folder at `root`; creates nothing. */
export function dataFolderAt(root: string): DataFolder {
  return {
    root,
    database: join(root, 'database'),
    images: join(root, 'storage'),
    mail: join(root, 'mail'),
    secrets: join(root, 'secrets.json'),
    administrator: join(root, 'admin.json'),
    control: join(root, 'control.json'),
    lock: join(root, 'lock'),
  }
}

/**
 * Makes the missing folders, with mode 0700.
 * @throws UserFacingError when the folder cannot be made or is not a folder.
 */
export async function createDataFolder(root: string): Promise<DataFolder> {
  const folder = dataFolderAt(root)
  try {
    for (const path of [root, folder.images, folder.mail]) await makeFolder(path)
  } catch (error) {
    throw new UserFacingError(`The data folder ${root} cannot be used: ${diskReason(error)}.`)
  }
  return folder
}

/**
 * Makes a folder and its missing parents, with mode 0700. Node's recursive `mkdir` never returns where a parent exists
 * and the folder cannot be made, as below `/proc`.
 * @throws the system's error
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const above = dirname(path)
    if (code !== 'ENOENT' || above === path || (await isFolder(above))) throw error
    await makeFolder(above)
    await makeFolder(path)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}
