import { join } from 'node:path'

/** The folder that holds everything, wherever a command was typed. */
export const repositoryRoot = join(import.meta.dirname, '..', '..', '..')

/** Where generated things live that nobody commits and a new installation may throw away. */
export const cacheFolder = join(repositoryRoot, 'node_modules', '.cache', 'giftwell')
