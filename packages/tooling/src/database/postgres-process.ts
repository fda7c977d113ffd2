import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A cluster on disk, and who runs its server. */
export interface Cluster {
  readonly programs: string
  readonly folder: string
  readonly data: string
  readonly user: { readonly uid: number; readonly gid: number } | null
  /** The server's settings, by name. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * Starts a cluster's server and waits until it takes connections.
 * @throws Error with the server's words when it does not; nothing runs then
 */
export async function runPostgres(cluster: Cluster, port: number): Promise<ChildProcess> {
  const server = spawnServer(cluster, port)
  try {
    await becomeReady(server)
    return server
  } catch (error) {
    await endPostgres(server)
    throw error
  }
}

function spawnServer({ programs, folder, data, user, settings }: Cluster, port: number): ChildProcess {
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

/** The environment of PostgreSQL’s programs: messages in English, since readiness is read from them. */
export function environment(): NodeJS.ProcessEnv {
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
export async function endPostgres(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  server.once('exit', () => resolve())
  server.kill('SIGINT')
  const impatient = setTimeout(() => server.kill('SIGQUIT'), 5000)
  await exited
  clearTimeout(impatient)
}

/** Ends the server at once, as a crash does: without a checkpoint and without a word to anybody. */
export async function crashPostgres(server: ChildProcess): Promise<void> {
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  server.once('exit', () => resolve())
  server.kill('SIGQUIT')
  await exited
}
