import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { repositoryRoot } from '../repository-root.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * An option of Node. PostgreSQL as WebAssembly starts with its functions compiled quickly; to optimize the large ones, as V8
 * would do meanwhile, takes longer than most tests.
 */
export const withoutOptimizingCompiler = '--liftoff-only'

/** A running backend that serves the built website and its API. */
export interface BackendProcess {
  /** The origin that it printed in its ready line. */
  readonly url: string
  readonly processId: number
  /** Stops it gracefully. Throws with its output when its exit status is not 0. */
  stop(): Promise<void>
}

export interface BackendOptions {
  /** The settings (README, Settings), on top of this process's environment. */
  readonly env: Readonly<Record<string, string>>
  /** Called with each line that it prints on standard error; by default they are part of the errors thrown here. */
  readonly onLine?: (line: string) => void
  readonly nodeOptions?: readonly string[]
  /** The website to serve instead of the built one. */
  readonly siteFolder?: string
}

/** How long a first start may take, demo catalogue included. */
const startTimeoutMs = 120_000
const shutdownTimeoutMs = 15_000

/**
 * Starts `packages/backend/src/main.ts` and waits until the site answers.
 * It ends with this process, in whichever way this process ends.
 */
export async function startBackend({
  env,
  onLine,
  nodeOptions = [],
  siteFolder,
}: BackendOptions): Promise<BackendProcess> {
  const args = siteFolder === undefined ? [] : [siteFolder]
  const child = spawn(process.execPath, [...nodeOptions, 'packages/backend/src/main.ts', ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The backend has no output to read.')
  const lines: string[] = []
  createInterface({ input: stderr }).on('line', onLine ?? ((line) => lines.push(line)))
  const failure = (what: string, cause?: unknown) => new Error([what, ...lines].join('\n'), { cause })

  const exited = once(child, 'exit')
  const signal = AbortSignal.timeout(startTimeoutMs)
  try {
    // The ready line is the only one, unless the process ends before.
    const ready = once(createInterface({ input: stdout }), 'line', { signal })
    const [line] = await Promise.race([ready, exited])
    const url = /^ready (\S+)$/.exec(String(line))?.[1]
    if (url === undefined) throw new Error(`It ended with status ${String(line)}.`)
    return { url, processId: child.pid ?? 0, stop }
  } catch (error) {
    child.kill('SIGKILL')
    throw failure('The backend did not start.', error)
  }

  async function stop(): Promise<void> {
    if (child.connected) child.disconnect()
    const timer = setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs)
    const [status] = await exited
    clearTimeout(timer)
    if (status !== 0) throw failure(`The backend did not end cleanly (status ${String(status)}).`)
  }
}

interface SiteOptions extends Partial<BackendOptions> {
  /** The initial catalogue, as in the backend's setting. */
  readonly seed: 'demo' | 'empty'
  /** Writes into the data folder before the start. */
  readonly fill?: (dataFolder: string) => Promise<void>
}

/** A site with data of its own, for tests and benchmarks. */
export type RunningSite = Awaited<ReturnType<typeof startSite>>

/** The first administrator of every site that is started here. */
export const siteAdministrator = { email: 'keeper@giftwell.example', password: 'a long walk in the rain' }

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
        ADMIN_EMAIL: siteAdministrator.email,
        ADMIN_PASSWORD: siteAdministrator.password,
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
    admin: siteAdministrator,
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
