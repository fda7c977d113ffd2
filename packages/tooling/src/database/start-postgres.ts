import { type ChildProcess, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from './find-postgres.ts'
import { freePort } from './free-port.ts'
import { type Cluster, crashPostgres, endPostgres, environment, runPostgres } from './postgres-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

/** A PostgreSQL server that lives as long as its tests. */
export interface RunningPostgres {
  /** Its address with the password of its superuser `postgres`. */
  readonly url: string
  /** Ends it as a crash does, and starts it again at the same address. */
  crashAndRestart(): Promise<void>
  /** Stops it and deletes its files. */
  stop(): Promise<void>
}

/** Fast, and forgetful when its machine loses power; on loopback alone. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  // What it acknowledged outlives its own end.
  synchronous_commit: 'on',
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
    const cluster = { programs: found.programs, folder, data, user, settings }
    await makeCluster({ ...cluster, password })
    const started = await startServer(cluster)
    const { port } = started
    let { server } = started
    const killAtExit = () => server.kill('SIGQUIT')
    // Before its files go.
    process.prependOnceListener('exit', killAtExit)
    return {
      url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
      async crashAndRestart() {
        await crashPostgres(server)
        server = await runPostgres(cluster, port)
      },
      async stop() {
        process.off('exit', killAtExit)
        await endPostgres(server)
        await temporary.remove()
      },
    }
  } catch (error) {
    await temporary.remove()
    throw error
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
    try {
      return { server: await runPostgres(cluster, port), port }
    } catch (error) {
      // Somebody else may have taken the port in between.
      if (attempt === 3) throw error
    }
  }
}
