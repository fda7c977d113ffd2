import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { findPostgres } from './find-postgres.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** A PostgreSQL server that lives as long as its tests. */
export interface RunningPostgres extends AsyncDisposable {
  /** Its address with the password of its superuser `postgres`. */
  readonly url: string
  /** Ends it as a crash does, and starts it again at the same address. */
  crashAndRestart(): Promise<void>
  /** Stops it and deletes its files. */
  stop(): Promise<void>
}

/** A cluster on disk, and who runs its server. */
interface Cluster {
  readonly programs: string
  readonly folder: string
  readonly user: { readonly uid: number; readonly gid: number } | null
}

/** Its distribution's defaults, as people have it, but on loopback alone and without flushing files that are deleted. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
}

/** The environment of PostgreSQL’s programs: messages in English, since readiness is read from them. */
const environment = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' }
const startTimeoutMs = 30_000
const shutdownTimeoutMs = 5000

/**
 * Makes a PostgreSQL cluster in a temporary folder and starts it on a free port of loopback, as a user who is not
 * root. The server ends with this process even when that is killed.
 * @param say is told what takes a while
 * @returns the running server, or the line to print when there is no PostgreSQL to be had here.
 * @throws Error when the server is there but does not start.
 */
export async function startPostgres(
  say?: (line: string) => void,
): Promise<RunningPostgres | { readonly skipped: string }> {
  const found = await findPostgres(say)
  if ('skipped' in found) return found
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-postgres-'))
  const removing = { recursive: true, force: true, maxRetries: 5 }
  await using started = new AsyncDisposableStack()
  started.defer(() => rm(folder, removing))
  const cluster = { programs: found.programs, folder, user: await unprivilegedUser() }
  const password = randomBytes(16).toString('hex')
  await makeCluster(cluster, password)
  const port = await freePort()
  let server = await startServer(cluster, port)
  const killAtExit = () => {
    server.kill('SIGQUIT')
    rmSync(folder, removing)
  }
  process.once('exit', killAtExit)
  started.defer(async () => {
    process.off('exit', killAtExit)
    await endServer(server, 'SIGINT')
  })
  const owned = started.move()
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    async crashAndRestart() {
      await endServer(server, 'SIGQUIT')
      server = await startServer(cluster, port)
    },
    stop: () => owned.disposeAsync(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** PostgreSQL refuses to run as root; null when this process is not root anyway. */
async function unprivilegedUser(): Promise<Cluster['user']> {
  if (process.getuid?.() !== 0) return null
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (option) => Number((await run('id', [option, 'postgres'])).stdout)),
  )
  if (!uid || !gid) throw new Error('There is no user "postgres" for the database server')
  return { uid, gid }
}

async function makeCluster({ programs, folder, user }: Cluster, password: string): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid)
  const form = ['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const access = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  await run(join(programs, 'initdb'), ['-D', join(folder, 'data'), ...form, ...access], {
    ...user,
    cwd: folder,
    env: environment,
  })
}

/** Starts a cluster's server and waits until it takes connections. @throws with its words when it does not */
async function startServer({ programs, folder, user }: Cluster, port: number): Promise<ChildProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [join(programs, 'postgres'), '-D', join(folder, 'data'), '-p', String(port), ...options]
  const setpriv = '/usr/bin/setpriv'
  // A killed test run must not leave a server behind, so the kernel tells the server when its parent is gone.
  if (existsSync(setpriv)) command.unshift(setpriv, '--pdeathsig', 'INT')
  const [program = '', ...args] = command
  const server = spawn(program, args, {
    ...user,
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log: string[] = []
  server.once('error', (error) => log.push(error.message))
  const timer = setTimeout(() => server.kill('SIGQUIT'), startTimeoutMs)
  let isReady = false
  for await (const line of createInterface({ input: server.stderr })) {
    log.push(line)
    isReady = line.includes('ready to accept connections')
    if (isReady) break
  }
  clearTimeout(timer)
  if (!isReady) throw new Error(`PostgreSQL did not start:\n${log.join('\n')}`)
  // Nothing else reads its log, which would fill the pipe.
  server.stderr.resume()
  return server
}

/** Ends a server by a fast shutdown (SIGINT), or at once and without a checkpoint, as a crash does (SIGQUIT). */
async function endServer(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill(signal)
  const timer = setTimeout(() => server.kill('SIGQUIT'), shutdownTimeoutMs)
  await exited
  clearTimeout(timer)
}
