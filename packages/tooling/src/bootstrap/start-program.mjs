import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** Ends the program that runs. */
export const stopping = new AbortController()

/** How long a program may take to shut down before it is killed. */
const shutdownTimeoutMs = 10_000

/**
 * Starts a program in the repository's root. `ended` resolves with its exit status, 1 when it was killed.
 *
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startProgram(file, args, options) {
  const child = spawn(file, args, { ...options, cwd: root, windowsHide: true })
  stopping.signal.addEventListener('abort', () => {
    // Asked once only, since a second request interrupts a graceful shutdown: by the IPC channel, on Windows too.
    if (child.connected) child.disconnect()
    else child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs).unref()
  })
  const ended = once(child, 'exit').then(([status]) => Number(status ?? 1))
  return { pid: child.pid, ended }
}

/** @param {string} line for a person: standard output belongs to the program */
export function log(line) {
  const entry = { time: new Date().toISOString(), level: 'info', event: 'message', message: line }
  process.stderr.write(`${process.env['LOG_FORMAT'] === 'json' ? JSON.stringify(entry) : line}\n`)
}
