import { createServer as createPlainServer } from 'node:net'
import { join } from 'node:path'

import { readSettings } from '@giftwell/backend/settings.ts'
import { createServer, type Plugin } from 'vite'

import { endWithParent } from '../end-with-parent.ts'
import { repositoryRoot } from '../repository-root.ts'
import { storefront } from '../site/build-site.ts'
import { startDevBackend } from './dev-backend.ts'

// `npm run dev`: what `npm start` serves, on one origin and port too, but the website straight from its sources and
// the backend restarted with every change of its own. Vite stands in front and passes the API on.

/** What the backend runs on; the website's sources are Vite's business. */
const backendSources = [
  'packages/backend/src',
  'packages/demo/src',
  'packages/shared/src/domain',
  'supabase/migrations',
]
const backendPaths = ['/rest/v1', '/auth/v1', '/storage/v1', '/config.json']

let close: () => Promise<unknown> = async () => {}
let stopping: Promise<void> | undefined
const stop = () => {
  stopping ??= close().then(() => process.exit(0), fail)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
endWithParent(stop)

try {
  const settings = readSettings(process.env)
  const url = `http://127.0.0.1:${settings.port}`
  await refuseBusyPort(settings.port)

  const backendPort = await freePort()
  const backend =
    settings.hosted === null
      ? await startDevBackend({ env: { PORT: String(backendPort), SITE_URL: url }, say })
      : undefined
  close = async () => backend?.stop()

  const vite = await createServer({
    root: storefront,
    server: {
      host: '127.0.0.1',
      port: settings.port,
      strictPort: true,
      proxy: Object.fromEntries(
        // The backend answers under the name that the browser used, so that name travels with the request.
        backendPaths.map((path) => [
          path,
          { target: `http://127.0.0.1:${backendPort}`, changeOrigin: false },
        ]),
      ),
    },
    logLevel: 'warn',
    clearScreen: false,
    plugins: settings.hosted === null ? [] : [hostedConfig(settings.hosted)],
  })
  close = () => Promise.all([vite.close(), backend?.stop()])
  await vite.listen()

  if (backend !== undefined) {
    const folders = backendSources.map((folder) => join(repositoryRoot, folder))
    vite.watcher.add(folders)
    vite.watcher.on('all', (_event, path) => {
      if (path.endsWith('.test.ts') || !folders.some((folder) => path.startsWith(folder))) return
      say(`${path.slice(repositoryRoot.length + 1)} changed: restarting the backend ...`)
      void backend.restart()
    })
  }
  process.stdout.write(`ready ${url}\n`)
} catch (error) {
  fail(error)
}

/** Answers for the file that a build would contain. */
function hostedConfig(hosted: { readonly url: string; readonly key: string }): Plugin {
  return {
    name: 'giftwell-hosted-config',
    configureServer(server) {
      server.middlewares.use('/config.json', (_request, response) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ supabaseUrl: hosted.url, supabaseKey: hosted.key }))
      })
    },
  }
}

/** @throws when another program listens there, before a backend is started */
async function refuseBusyPort(port: number): Promise<void> {
  await listenOnce(port).catch(() => {
    throw new Error(`Port ${port} is in use. Stop what listens there, or choose another one with PORT.`)
  })
}

async function freePort(): Promise<number> {
  return listenOnce(0)
}

/** Listens on a port and frees it again. */
function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createPlainServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port))
    })
  })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function fail(error: unknown): never {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
