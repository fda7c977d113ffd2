import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from './find-postgres.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

/** A PostgreSQL server that lives as long as its tests. */
export interface RunningPostgres {
  /** Its address with the password of its superuser `postgres`. */
  readonly url: string
  /** Stops it and deletes its files. */
  stop(): Promise<void>
}

/** Fast and forgetful, on loopback alone. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  max_connections: '60',
  jit: 'off',
  timezone: 'UTC',
}

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
  const temporary = await temporaryFolder('postgres')
  const folder = temporary.path
  try {
    const user = await unprivilegedUser()
    if (user) await chown(folder, user.uid, user.gid)
    const password = randomBytes(16).toString('hex')
    const data = join(folder, 'data')
    await makeCluster({ programs: found.programs, folder, data, password, user })
    const { server, port } = await startServer({ programs: found.programs, folder, data, user })
    const killAtExit = () => server.kill('SIGQUIT')
    // Before its files go.
    process.prependOnceListener('exit', killAtExit)
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
      async stop() {
        process.off('exit', killAtExit)
        await end(server)
        await temporary.remove()
      },
    }
  } catch (error) {
    await temporary.remove()
    throw error
  }
}

interface User {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root; null when this process is not root anyway. */
async function unprivilegedUser(): Promise<User | null> {
  if (process.getuid?.() !== 0) return null
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (option) => Number((await run('id', [option, 'postgres'])).stdout)),
  )
  if (!uid || !gid) throw new Error('There is no user "postgres" for the database server')
  return { uid, gid }
}

interface Cluster {
  readonly programs: string
  readonly folder: string
  readonly data: string
  readonly user: User | null
}

async function makeCluster({
  programs,
  folder,
  data,
  password,
  user,
}: Cluster & { password: string }): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  await run(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...user, cwd: folder, env: environment() },
  )
}

async function startServer(cluster: Cluster): Promise<{ server: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort()
    const server = spawnServer(cluster, port)
    try {
      await becomeReady(server)
      return { server, port }
    } catch (error) {
      await end(server)
      // Somebody else may have taken the port in between.
      if (attempt === 3) throw error
    }
  }
}

function spawnServer({ programs, folder, data, user }: Cluster, port: number): ChildProcess {
  const command = [join(programs, 'postgres'), '-D', data, '-p', String(port)]
  for (const [name, value] of Object.entries(settings)) command.push('-c', `${name}=${value}`)
  const setpriv = '/usr/bin/setpriv'
  // A killed test run must not leave a server behind, so the kernel tells the server when its parent is gone.
  if (existsSync(setpriv)) command.unshift(setpriv, '--pdeathsig', 'INT')
  const [program = '', ...args] = command
  return spawn(program, args, {
    ...user,
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** Messages in English, since readiness is read from them. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' }
}

async function becomeReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let log = ''
  const tooLate = setTimeout(() => reject(new Error(`PostgreSQL does not get ready:\n${log}`)), 30_000)
  server.once('error', reject)
  server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
  server.stderr?.on('data', (chunk: Buffer) => {
    if (log.length < 20_000) log += String(chunk)
    if (log.includes('ready to accept connections')) resolve()
  })
  try {
    await promise
  } finally {
    clearTimeout(tooLate)
  }
}

/** A fast shutdown first, then one without ceremony. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  server.once('exit', () => resolve())
  server.kill('SIGINT')
  const impatient = setTimeout(() => server.kill('SIGQUIT'), 5000)
  await exited
  clearTimeout(impatient)
}
