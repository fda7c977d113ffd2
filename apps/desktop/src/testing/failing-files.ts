import * as nodeFiles from 'node:fs/promises'

import type { WritableFiles } from '../main/files/write-whole.ts'

/** A step of writing a file that is made to fail. */
export type FailingStep = 'open' | 'write' | 'sync' | 'rename'

/** The real file system, but for one step that fails with this code of the system, like a full disk; a rename succeeds after `times`. */
export function failingFiles(step: FailingStep, code: string, times = Infinity): WritableFiles {
  let failures = 0
  const fail = async () =>
    Promise.reject(Object.assign(new Error(`${code}: /home/mary/secret.csv`), { code }))
  return {
    rm: nodeFiles.rm,
    rename: async (from, to) => {
      failures += 1
      return step === 'rename' && failures <= times ? fail() : nodeFiles.rename(from, to)
    },
    open: async (path, flags, mode) => {
      if (step === 'open') return fail()
      const handle = await nodeFiles.open(path, flags, mode)
      if (step === 'sync') handle.sync = fail
      if (step === 'write') {
        const write = handle.writeFile.bind(handle)
        // A disk that fills up has taken some of it.
        handle.writeFile = async () => write('some of it').then(fail)
      }
      return handle
    },
  }
}
