import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startBackend } from '../site/backend-process.ts'
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

/** Starts the site on data of its own, believing its visitors' addresses, which come from this machine. */
export async function startLoadSite({ databaseUrl, seed, siteFolder }: LoadSiteOptions): Promise<LoadSite> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-load-'))
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const admin = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }
  const said: string[] = []
  try {
    const { url, stop } = await startBackend({
      env: {
        PORT: '0',
        DATA_DIR: join(folder, 'data'),
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
