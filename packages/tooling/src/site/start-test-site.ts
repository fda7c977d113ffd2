import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startBackend } from './backend-process.ts'

/** A site that was started for tests. */
export interface TestSite {
  readonly url: string
  /** The first administrator. */
  readonly admin: { readonly email: string; readonly password: string }
  readonly dataFolder: string
  /** The folder with every e-mail that the site has sent. */
  readonly mailFolder: string
  /** Ends its program: nobody answers at its address. Throws when it does not end cleanly. */
  halt(): Promise<void>
  /** Starts it again at the same address with the same data. */
  resume(): Promise<void>
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
export async function startTestSite(
  seed: 'demo' | 'empty',
  fill: (dataFolder: string) => Promise<void> = async () => {},
): Promise<TestSite> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'giftwell-e2e-'))
  const admin = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }
  const removeData = () => rm(dataFolder, { recursive: true, force: true })
  const start = (port: string) =>
    startBackend({
      env: {
        PORT: port,
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
  try {
    await fill(dataFolder)
    const { url, ...first } = await start('0')
    let running: Pick<typeof first, 'stop'> | null = first
    const halt = async () => {
      const ending = running
      running = null
      await ending?.stop()
    }
    return {
      url,
      admin,
      dataFolder,
      mailFolder: join(dataFolder, 'mail'),
      halt,
      async resume() {
        running ??= await start(new URL(url).port)
      },
      async stop() {
        try {
          await halt()
        } finally {
          await removeData()
        }
      },
    }
  } catch (error) {
    await removeData()
    throw error
  }
}
