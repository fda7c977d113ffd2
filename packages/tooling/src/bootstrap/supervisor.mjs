import { spawn } from 'node:child_process'

/** How long a child may take to end after it was asked to, before it is ended. */
const patienceMs = 10_000

/**
 * @typedef {object} Command
 * @property {string} file
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {import('node:child_process').StdioOptions} stdio
 * @property {boolean} [shell]
 */

/**
 * A child that runs.
 *
 * @typedef {object} Running
 * @property {number | undefined} pid
 * @property {(word: string) => void} tell sends it a word over its IPC channel
 * @property {() => void} end asks it to end, and ends it when it takes too long
 */

/**
 * @typedef {object} Supervisor
 * @property {AbortSignal} stopped aborted as soon as we are asked to stop; its reason is the signal's name
 * @property {(command: Command, onStart?: (child: Running) => void) => Promise<number>} run the child's exit status, 1 when it could not be run or had to be ended
 * @property {() => void} close stops listening
 */

/**
 * Runs children and ends those that run when this process is asked to stop, in whichever way:
 * a signal to us, to our process group, or the death of the npm that started us. A child that was given an IPC
 * channel notices even when we are killed, since the channel closes with us.
 *
 * @returns {Supervisor}
 */
export function createSupervisor() {
  const stopping = new AbortController()
  /** @type {readonly NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  /** @param {string} reason */
  const stop = (reason) => stopping.abort(reason)
  for (const signal of signals) process.on(signal, stop)

  const npm = process.ppid
  const watch = setInterval(() => process.ppid !== npm && stop('SIGTERM'), 1000).unref()
  // Started by hand, a parent that ends is a shell that was closed with us in the background: none of our business.
  if (process.env['npm_lifecycle_event'] === undefined) clearInterval(watch)

  return {
    stopped: stopping.signal,
    run: (command, onStart) => runChild(command, stopping.signal, onStart),
    close: () => {
      clearInterval(watch)
      for (const signal of signals) process.off(signal, stop)
    },
  }
}

/**
 * @param {Command} command
 * @param {AbortSignal} stopped
 * @param {(child: Running) => void} [onStart]
 * @returns {Promise<number>}
 */
async function runChild({ file, args, ...options }, stopped, onStart) {
  if (stopped.aborted) return 0
  const child = spawn(file, args, { ...options, windowsHide: true })
  /** @type {NodeJS.Timeout | undefined} */
  let impatience
  const end = () => {
    if (impatience !== undefined || child.exitCode !== null || child.signalCode !== null) return
    // One request only: a closed channel where there is one (also on Windows, which knows no such signal),
    // since a second request can end a process in the middle of its clean end.
    if (child.connected) child.disconnect()
    else child.kill('SIGTERM')
    impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  }
  stopped.addEventListener('abort', end)
  const tell = (/** @type {string} */ word) => {
    // It may end at this moment, and then nobody hears it.
    if (child.connected) child.send(word, () => {})
  }
  onStart?.({ pid: child.pid, tell, end })
  try {
    return await new Promise((resolve) => {
      child.on('error', (error) => {
        process.stderr.write(`Cannot run ${file}: ${error.message}\n`)
        resolve(1)
      })
      child.on('exit', (code, signal) => resolve(code ?? (stopped.aborted && signal !== 'SIGKILL' ? 0 : 1)))
    })
  } finally {
    clearTimeout(impatience)
    stopped.removeEventListener('abort', end)
  }
}
