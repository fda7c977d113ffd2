import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startBackend } from '@giftwell/tooling/site/backend-process.ts'
import { buildSite } from '@giftwell/tooling/site/build-site.ts'

import { publishSite } from './running-site.ts'

/**
 * One real site for the whole run: the built website on the embedded backend with the demo catalogue, in a folder
 * of its own and on a port that the system chooses, so that several runs do not meet.
 */
export default async function startSite(): Promise<() => Promise<void>> {
  await buildSite({ when: 'stale', say: (line) => console.warn(line) })

  const dataFolder = await mkdtemp(join(tmpdir(), 'giftwell-e2e-'))
  const admin = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }
  const removeData = () => rm(dataFolder, { recursive: true, force: true })
  const backend = await startBackend({
    env: {
      PORT: '0',
      DATA_DIR: dataFolder,
      SEED: 'demo',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      CONFIRM_EMAIL: '1',
      // What the surroundings may have set for another purpose.
      DATABASE_URL: '',
      SUPABASE_URL: '',
      SUPABASE_PUBLISHABLE_KEY: '',
    },
  }).catch(async (error: unknown) => {
    await removeData()
    throw error
  })
  publishSite({ url: backend.url, admin, mailFolder: join(dataFolder, 'mail') })

  return async () => {
    try {
      await backend.stop()
    } finally {
      await removeData()
    }
  }
}
