import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { endWithParent } from '../system/run-program.ts'
import { repositoryRoot } from '../repository-root.ts'
import { buildDesktop, desktop } from './build-desktop.ts'
import { findBackend } from './connection.ts'
import { electronInstaller, findElectron } from './electron-program.ts'

// `npm run desktop`: the desktop app, built from the current sources and connected to a running site. It ends when its
// window is closed, and is closed when this command is stopped.

let running: ChildProcess | undefined
let isStopping = false
const stop = () => {
  isStopping = true
  running?.kill()
  if (running === undefined) process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
endWithParent(stop)

const log = (line: string) => process.stderr.write(`${line}\n`)

try {
  const connection = await findBackend(process.env)
  await buildDesktop({ when: 'stale', connection, log })
  if (findElectron() === undefined) {
    log('Fetching Electron, which happens once ...')
    await run(process.execPath, [electronInstaller])
  }
  const electron = findElectron()
  if (electron === undefined) {
    throw new Error(
      'Electron could not be fetched from github.com: the desktop app needs it once. ' +
        'Try again with a connection, or name a mirror with ELECTRON_MIRROR.',
    )
  }
  log(`The back office of ${connection.siteOrigin} opens in a window of its own.`)
  // Not the folder of an installed app, and another one for each site: sessions and leads belong to one.
  const data = join(repositoryRoot, '.data-desktop', new URL(connection.supabaseUrl).host.replace(':', '-'))
  // Chromium refuses to start as root with its sandbox, as in containers.
  const sandbox = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const args = [desktop, `--user-data-dir=${data}`, ...sandbox, ...process.argv.slice(2)]
  const status = await run(electron, args)
  process.exitCode = isStopping ? 0 : status
} catch (error) {
  if (!isStopping) {
    log(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
process.exit()

async function run(program: string, args: readonly string[]): Promise<number> {
  if (isStopping) return 0
  const env = { ...process.env }
  delete env['ELECTRON_RUN_AS_NODE'] // some editors' terminals set it, and Electron would be a plain Node
  running = spawn(program, args, { cwd: desktop, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = await once(running, 'exit')
  running = undefined
  return typeof status === 'number' ? status : 1
}
