import { errorCode } from '../process/errors.ts'

/** Whether an error of the system or the database means a full disk. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(errorCode(error) ?? '')
}

/** The reason of a disk error, as the end of a sentence. */
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
