import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import postgres from 'postgres'

import { repositoryRoot } from '../repository-root.ts'
import { installDebianPackages } from '../system/debian-packages.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

/** Major versions that the migrations are tried on. */
const majors = [15, 16, 17]
/** The package to install if none is found. */
const packages = ['postgresql-15', 'postgresql-15-pgtap', 'postgresql-15-plpgsql-check']

/** Its distribution's defaults, but on loopback alone and without flushing files that are deleted. */
const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off']

/** Messages in English, since readiness is read from them. */
const environment = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' }
const startTimeoutMs = 30_000
const shutdownTimeoutMs = 5000

const isRoot = process.getuid?.() === 0
/** PostgreSQL refuses to run as root. The kernel signals a server when its parent ends, even by a kill. */
const setpriv = [
  '--pdeathsig=INT',
  ...(isRoot ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []),
]

/**
 * Looks for Debian's PostgreSQL 15 (or a later one) with pgTAP and plpgsql_check, and installs it where it is missing and
 * this process is root.
 *
 * @param log prints what takes a while
 * @returns the folder of its programs, or the line to print when there is none
 */
export async function findPostgres(
  log: (line: string) => void = () => {},
): Promise<{ readonly programs: string } | { readonly skipped: string }> {
  const found = installedPostgres()
  if (found) return found
  log(`PostgreSQL 15 is missing; trying to install ${packages.join(', ')} ...`)
  const failure = await install()
  if (failure !== undefined) return { skipped: `PostgreSQL 15 (${packages.join(', ')}): ${failure}` }
  return installedPostgres() ?? { skipped: 'PostgreSQL 15: still missing after apt-get install' }
}

function installedPostgres() {
  const extensions = ['pgtap', 'plpgsql_check']
  const major = majors.find((major) =>
    [
      `/usr/lib/postgresql/${major}/bin/postgres`,
      ...extensions.map((name) => `/usr/share/postgresql/${major}/extension/${name}.control`),
    ].every(existsSync),
  )
  return major === undefined ? undefined : { programs: `/usr/lib/postgresql/${major}/bin` }
}

/** Debian would create and start a cluster of its own; the tests make theirs. */
async function install(): Promise<string | undefined> {
  const failure = await installDebianPackages(['postgresql-common'])
  if (failure !== undefined) return failure
  const file = '/etc/postgresql-common/createcluster.conf'
  const found = await readFile(file, 'utf8').catch(() => '')
  const others = found.replace(/^#?\s*create_main_cluster\b.*$/gm, '').trimEnd()
  await writeFile(file, `${others}\ncreate_main_cluster = false\n`)
  return installDebianPackages(packages)
}

/** A PostgreSQL server that lives as long as its tests. */
export interface RunningPostgres extends AsyncDisposable {
  /** Its address with the password of its superuser `postgres`. */
  readonly url: string
  /** Ends it as a crash does, and starts it again at the same address. */
  crashAndRestart(): Promise<void>
  /** Stops it and deletes its files. */
  stop(): Promise<void>
}

interface Cluster {
  readonly programs: string
  readonly folder: string
}

/**
 * Makes a PostgreSQL cluster in a temporary folder and starts it on a free port of loopback, as a user who is not root.
 * The server ends with this process even when that is killed.
 *
 * @param log prints what takes a while
 * @returns the running server, or the line to print when there is no PostgreSQL to be had here
 * @throws when the server is there but does not start
 */
export async function startPostgres(
  log?: (line: string) => void,
): Promise<RunningPostgres | { readonly skipped: string }> {
  const found = await findPostgres(log)
  if ('skipped' in found) return found
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-postgres-'))
  const removing = { recursive: true, force: true, maxRetries: 5 }
  await using started = new AsyncDisposableStack()
  started.defer(() => rm(folder, removing))
  const cluster = { programs: found.programs, folder }
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
  const stop = () => owned.disposeAsync()
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    async crashAndRestart() {
      await endServer(server, 'SIGQUIT')
      server = await startServer(cluster, port)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function makeCluster({ programs, folder }: Cluster, password: string): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (isRoot) await run('chown', ['-R', 'postgres:', folder])
  const form = ['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const access = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const command = [join(programs, 'initdb'), '-D', join(folder, 'data'), ...form, ...access]
  await run('setpriv', [...setpriv, ...command], { cwd: folder, env: environment })
}

/** Starts a cluster's server and waits until it takes connections. @throws with its output when it does not */
async function startServer({ programs, folder }: Cluster, port: number): Promise<ChildProcess> {
  const options = settings.flatMap((setting) => ['-c', setting])
  const command = [join(programs, 'postgres'), '-D', join(folder, 'data'), '-p', String(port), ...options]
  const server = spawn('setpriv', [...setpriv, ...command], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  server.once('error', (error) => lines.push(error.message))
  const timer = setTimeout(() => server.kill('SIGQUIT'), startTimeoutMs)
  let isReady = false
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line)
    isReady = line.includes('ready to accept connections')
    if (isReady) break
  }
  clearTimeout(timer)
  if (!isReady) throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)
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

/**
 * Creates a database whose owner is no superuser and may not create roles, as on a hosted project.
 * @param superuser the server's address with its superuser
 * @param hasRoles whether docs/roles.sql is run in it @returns the database's address with its owner
 */
export async function createOwnedDatabase(
  superuser: string,
  name: string,
  { hasRoles = true }: { readonly hasRoles?: boolean } = {},
): Promise<URL> {
  const owner = Object.assign(new URL(superuser), {
    pathname: `/${name}`,
    username: name,
    password: randomBytes(16).toString('hex'),
  })
  await runAs(superuser, [
    `create role ${name} login password '${owner.password}'`,
    `create database ${name} owner ${name}`,
  ])
  if (hasRoles) {
    const roles = await readFile(join(repositoryRoot, 'docs', 'roles.sql'), 'utf8')
    await runAs(inDatabase(superuser, name), [roles])
  }
  return owner
}

/** The same server and user with another database. */
export function inDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function runAs(url: string, scripts: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    for (const script of scripts) await sql.unsafe(script).simple()
  } finally {
    await sql.end({ timeout: 5 })
  }
}
