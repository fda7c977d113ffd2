import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startBackend } from '@giftwell/tooling/site/backend-process.ts'

import type { RunningSite } from './running-site.ts'

/** A site that was started for tests. */
export interface StartedSite extends RunningSite {
  /** Ends it and removes its data. Throws when it does not end cleanly. */
  stop(): Promise<void>
}

/**
 * Starts the built website on the embedded backend, in a folder of its own and on a port that the system chooses, so
 * that several runs do not meet.
 *
 * @param seed what the catalogue holds at first, as the backend's setting says it
 * @param fill puts something into the data folder before the backend starts on it
 */
export async function startSite(
  seed: 'demo' | 'empty',
  fill: (dataFolder: string) => Promise<void> = async () => {},
): Promise<StartedSite> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'giftwell-e2e-'))
  const admin = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }
  const removeData = () => rm(dataFolder, { recursive: true, force: true })
  try {
    await fill(dataFolder)
    const backend = await startBackend({
      env: {
        PORT: '0',
        DATA_DIR: dataFolder,
        SEED: seed,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        CONFIRM_EMAIL: '1',
        // What the surroundings may have set for another purpose.
        DATABASE_URL: '',
        SUPABASE_URL: '',
        SUPABASE_PUBLISHABLE_KEY: '',
      },
    })
    const stop = async () => {
      try {
        await backend.stop()
      } finally {
        await removeData()
      }
    }
    return { url: backend.url, admin, mailFolder: join(dataFolder, 'mail'), stop }
  } catch (error) {
    await removeData()
    throw error
  }
}
