import * as nodeFiles from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { WritableFiles } from '../main/state-file.ts'

/** Creates a folder that is removed after the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-test-'))
  onTestFinished(async () => rm(folder, { recursive: true, force: true }))
  return folder
}

export type FailingStep = 'write' | 'rename'

/** The real file system with one failing step, such as a full disk; a rename succeeds after `times` failures. */
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
    writeFile: async (file, data, options) => {
      // A full disk takes a part first.
      await nodeFiles.writeFile(file, step === 'write' ? 'some of it' : data, options)
      if (step === 'write') await fail()
    },
  }
}
