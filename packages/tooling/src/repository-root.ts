import { join } from 'node:path'

/** The folder that holds everything, wherever a command was typed. */
export const repositoryRoot = join(import.meta.dirname, '..', '..', '..')

/** Generated files that are not committed and that a new installation may delete. */
export const cacheFolder = join(repositoryRoot, 'node_modules', '.cache', 'giftwell')
