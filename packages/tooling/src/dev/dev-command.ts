import { join } from 'node:path'

import { readSettings } from '@giftwell/backend/settings.ts'
import { createServer } from 'vite'

import { freePort } from '../database/free-port.ts'
import { endWithParent } from '../system/run-program.ts'
import { repositoryRoot } from '../repository-root.ts'
import { type BackendProcess, startBackend } from '../site/start-site.ts'
import { storefront } from '../site/build-site.ts'

// `npm run dev`: what `npm start` serves, at the same origin, but the website from its sources and the backend restarted
// when its own sources change. Vite proxies the API.

const backendSources = [
  'packages/backend/src',
  'packages/demo/src',
  'packages/shared/src',
  'supabase/migrations',
].map((folder) => join(repositoryRoot, folder))
/** The watched sources, without tests and the website's components. */
const backendSource = /(?<!\.test)\.(ts|sql)$/
const backendPaths = ['/rest/v1', '/auth/v1', '/storage/v1', '/api/v1', '/config.json']

let close: () => Promise<unknown> = async () => {}
let stopping: Promise<void> | undefined
const stop = () => {
  stopping ??= close().then(() => process.exit(0), fail)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
endWithParent(stop)

try {
  const { port } = readSettings(process.env)
  const backendPort = await freePort()
  const proxied = `http://127.0.0.1:${backendPort}`
  const vite = await createServer({
    root: storefront,
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      proxy: Object.fromEntries(backendPaths.map((path) => [path, proxied])),
    },
    logLevel: 'warn',
    clearScreen: false,
  })
  close = () => vite.close()
  await vite.listen().catch((error: unknown) => {
    if (!String(error).includes('in use')) throw error
    throw new Error(`Port ${port} is in use. Stop what listens there, or choose another port with PORT.`)
  })
  const url = `http://127.0.0.1:${port}`
  // With a hosted project it serves config.json alone.
  const backend = await startDevBackend({ PORT: String(backendPort), SITE_URL: url })
  close = () => Promise.all([vite.close(), backend.stop()])
  vite.watcher.add(backendSources)
  vite.watcher.on('all', (_event, path) => {
    if (!backendSource.test(path) || !backendSources.some((folder) => path.startsWith(folder))) return
    log(`${path.slice(repositoryRoot.length + 1)} changed: restarting the backend ...`)
    backend.restart()
  })
  process.stdout.write(`ready ${url}\n`)
} catch (error) {
  fail(error)
}

/** A backend that is restarted with its changed sources. One that fails to restart waits for the next change. */
async function startDevBackend(env: Readonly<Record<string, string>>) {
  // Vite serves the website: the backend only needs a folder with a home page.
  const start = () => startBackend({ env, siteFolder: storefront, onLine: log })
  let running: BackendProcess | undefined = await start()
  let restarted = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const replace = async () => {
    await running?.stop().catch((error: unknown) => log(String(error)))
    running = await start().catch(() => undefined)
    if (running === undefined) log('The backend waits for the next change.')
  }
  return {
    restart() {
      // An editor that saves all files changes them one after the other.
      clearTimeout(timer)
      timer = setTimeout(() => {
        restarted = restarted.then(replace)
      }, 100)
    },
    async stop() {
      clearTimeout(timer)
      await restarted
      await running?.stop()
    },
  }
}

function log(line: string): void {
  process.stderr.write(`${line}\n`)
}

function fail(error: unknown): never {
  log(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
