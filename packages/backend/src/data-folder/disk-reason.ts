import { errorCode } from '../process/errors.ts'

/** Whether the disk had no room left, as the system says it, or the database. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error) ?? '')
}

/** Why the disk did not do what was asked, as the end of a sentence. */
export function diskReason(error: unknown): string {
  const code = errorCode(error)
  return (code === undefined ? undefined : reasons[code]) ?? code ?? 'unknown reason'
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written by this user',
  EPERM: 'it may not be written by this user',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
  EISDIR: 'a folder is in the way',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOENT: 'folders cannot be made there',
}
