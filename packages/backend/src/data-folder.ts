import { join } from 'node:path'
import { diskReason } from './disk-reason.ts'
import { makeFolder } from './make-folder.ts'
import { Refusal } from './refusal.ts'

/** What lies where in DATA_DIR. All of it belongs to the owner of the process alone. */
export interface DataFolder {
  readonly root: string
  /** The embedded database's files; absent when a PostgreSQL server is used. */
  readonly database: string
  /** Stored images, a folder for each bucket. */
  readonly images: string
  /** E-mail that was sent, a file for each message. */
  readonly mail: string
  /** The JWT secret and the two API keys. */
  readonly secrets: string
  /** The first administrator's e-mail and password. */
  readonly administrator: string
  /** What the library has seen of the embedded database's tables. */
  readonly schema: string
  /** Where the running server takes the admin command's orders. */
  readonly control: string
  /** Locked while a process uses the folder. */
  readonly lock: string
}

/** Names the files of a data folder without touching the disk. */
export function dataFolderAt(root: string): DataFolder {
  return {
    root,
    database: join(root, 'database'),
    images: join(root, 'storage'),
    mail: join(root, 'mail'),
    secrets: join(root, 'secrets.json'),
    administrator: join(root, 'admin.json'),
    schema: join(root, 'schema.json'),
    control: join(root, 'control.json'),
    lock: join(root, 'lock'),
  }
}

/**
 * Makes the folders that are missing, readable by their owner only (mode 0700).
 * @throws Refusal when the folder cannot be made or is not a folder.
 */
export async function createDataFolder(root: string): Promise<DataFolder> {
  const folder = dataFolderAt(root)
  try {
    for (const path of [root, folder.images, folder.mail]) await makeFolder(path)
  } catch (error) {
    throw new Refusal(`The data folder ${root} cannot be used: ${diskReason(error)}.`)
  }
  return folder
}
