import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { allDrawn } from '@giftwell/backend/first-start/late-images.ts'
import { type BackendProcess, startBackend } from '../site/backend-process.ts'
import { putSharedDemo } from './shared-demo.ts'
import type { Credentials } from './site-calls.ts'

/** A site that is visited by many. */
export interface LoadSite {
  readonly url: string
  readonly admin: Credentials
  /** What it printed on standard error. */
  readonly said: readonly string[]
  /** Ends it and removes its data. Throws when it does not end cleanly. */
  stop(): Promise<void>
}

interface LoadSiteOptions {
  /** Where the database is; none for the embedded one. */
  readonly databaseUrl: string
  readonly seed: 'demo' | 'empty'
  /** The website to serve in place of the built one. */
  readonly siteFolder?: string
}

/** Starts the site on data of its own, the demo with all its pictures, believing its visitors' addresses, which come from this machine. */
export async function startLoadSite({ databaseUrl, seed, siteFolder }: LoadSiteOptions): Promise<LoadSite> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-load-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const admin = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }
  const said: string[] = []
  const start = (dataFolder: string): Promise<BackendProcess> =>
    startBackend({
      env: {
        PORT: '0',
        DATA_DIR: dataFolder,
        DATABASE_URL: databaseUrl,
        SEED: seed,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        CONFIRM_EMAIL: '0',
        TRUSTED_PROXY: '127.0.0.1',
        SUPABASE_URL: '',
        SUPABASE_PUBLISHABLE_KEY: '',
      },
      onLine: (line) => said.push(line),
      ...(siteFolder !== undefined && { siteFolder }),
    })
  const makeDemo = async (dataFolder: string) => {
    const { whenSaid, stop } = await start(dataFolder)
    try {
      await whenSaid(allDrawn)
    } finally {
      await stop()
    }
  }
  try {
    const dataFolder = join(folder, 'data')
    const isDrawn = seed === 'demo' && databaseUrl === '' && (await putSharedDemo(dataFolder, makeDemo))
    const { url, whenSaid, stop } = await start(dataFolder)
    if (seed === 'demo' && !isDrawn) await whenSaid(allDrawn)
    return {
      url,
      admin,
      said,
      async stop() {
        try {
          await stop()
        } finally {
          await remove()
        }
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
