import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type BackendOptions, startBackend } from './backend-process.ts'

interface SiteOptions extends Partial<BackendOptions> {
  /** What the catalogue holds at first, as the backend's setting has it. */
  readonly seed: 'demo' | 'empty'
  /** Writes into the data folder before the start. */
  readonly fill?: (dataFolder: string) => Promise<void>
}

/** A site with data of its own, for tests and benchmarks. */
export type RunningSite = Awaited<ReturnType<typeof startSite>>

/** The first administrator of every site that is started here. */
const admin = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }

/** Starts the built website on the embedded backend, in a temporary folder and on a free port. */
export async function startSite({ seed, fill, env, ...options }: SiteOptions) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'giftwell-site-'))
  const start = (port: string, changed: BackendOptions['env'] = {}) =>
    startBackend({
      ...options,
      env: {
        PORT: port,
        DATA_DIR: dataFolder,
        SEED: seed,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        CONFIRM_EMAIL: '1',
        // The developer's environment may set them.
        DATABASE_URL: '',
        SUPABASE_URL: '',
        SMTP_URL: '',
        SUPABASE_PUBLISHABLE_KEY: '',
        ...env,
        ...changed,
      },
    })
  await using started = new AsyncDisposableStack()
  started.defer(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 3 }))
  await fill?.(dataFolder)
  let running = await start('0')
  const { url } = running
  const halt = () => running.stop()
  started.defer(halt)
  const owned = started.move()
  return {
    url,
    admin,
    dataFolder,
    /** Of the one that runs now. */
    processId: () => running.processId,
    /** The folder with every e-mail that the site has sent. */
    mailFolder: join(dataFolder, 'mail'),
    /** Ends its process. @throws when it does not end cleanly */
    halt,
    /** Starts it again at the same address with the same data, and with other settings where they are given. */
    async resume(changed?: BackendOptions['env']) {
      running = await start(new URL(url).port, changed)
    },
    /** Ends it and removes its data. @throws when it does not end cleanly */
    stop: () => owned.disposeAsync(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
