import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { withFileLock } from '../bootstrap/file-lock.mjs'
import { cacheFolder, repositoryRoot } from '../repository-root.ts'
import { contentFingerprint, type Sources } from '../system/cached-folder.ts'

export interface BuildOptions {
  /** `stale`: only when a source, a dependency or a setting differs from those of the last build. */
  readonly when: 'always' | 'stale'
  readonly log: (line: string) => void
}

interface Build extends BuildOptions, Sources {
  readonly name: 'website' | 'desktop app'
  /** Files that every build makes. */
  readonly outputs: readonly string[]
  run(): Promise<void>
}

/** Builds unless the last build had the same sources. Concurrent builds run one after the other. */
export async function runBuild({ name, when, log, outputs, run, ...sources }: Build): Promise<void> {
  const record = join(cacheFolder, `${name.replace(' ', '-')}-fingerprint`)
  const fingerprint = await contentFingerprint(repositoryRoot, sources)
  const isUpToDate = async (): Promise<boolean> => {
    const last = await readFile(record, 'utf8').catch(() => '')
    return when === 'stale' && fingerprint === last && outputs.every(existsSync)
  }
  // Without the lock, so that a finished build is served by a user who may not write here.
  if (await isUpToDate()) return
  await mkdir(cacheFolder, { recursive: true })
  await withFileLock(`${record}.lock`, async () => {
    if (await isUpToDate()) return
    log(`Building the ${name} ...`)
    const began = Date.now()
    // An interrupted build leaves no record.
    await rm(record, { force: true })
    await run()
    const missing = outputs.filter((file) => !existsSync(file))
    if (missing.length > 0) throw new Error(`The build lacks ${missing.join(', ')}.`)
    await writeFile(record, fingerprint)
    log(`Built the ${name} in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
  })
}
