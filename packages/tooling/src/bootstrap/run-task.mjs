import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'

import { install, say } from './install.mjs'
import { environmentFor, findNode, missingNode } from './node-runtime.mjs'
import { goOn, tasks } from './tasks.mjs'

/** How long a child may take to end after it was asked to, before it is killed. */
const shutdownTimeoutMs = 10_000
/** Why a task stops that no signal has stopped. */
const ended = 'ended'

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 *
 * Runs a program until it ends, or until the task is stopped and it has ended in its own way. Resolves with its exit
 * status: 1 when it could not be run or had to be killed.
 *
 * @typedef {(file: string, args: readonly string[], options: import('node:child_process').SpawnOptions, onStart?: (child: ChildProcess) => void) => Promise<number>} Run
 */

/**
 * Installs what is missing, then runs a task of `tasks.mjs` under the project's own Node.
 *
 * @param {string} root the root of the repository
 * @param {string} name
 * @param {readonly string[]} typed what stood after the name
 * @returns {Promise<number>} the exit status: that of the step that failed, 0 for a server that was stopped
 */
export async function runTask(root, name, typed) {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (task === undefined) {
    say(`There is no task "${name}". There are: ${Object.keys(tasks).join(', ')}.`)
    return 2
  }
  const missing = missingNode()
  if (missing !== undefined) {
    say(missing)
    return 1
  }

  const stopping = new AbortController()
  const stop = (/** @type {NodeJS.Signals} */ signal) => stopping.abort(signal)
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop)
  // An npm that is killed passes no signal on.
  const npm = process.env['npm_lifecycle_event'] === undefined ? undefined : process.ppid
  if (npm !== undefined) setInterval(() => process.ppid !== npm && stop('SIGTERM'), 1000).unref()

  const status = await installAndRun(root, task, typed, stopping).catch((/** @type {unknown} */ error) => {
    // The wait for another installation was stopped.
    if (stopping.signal.aborted) return 0
    throw error
  })
  /** @type {NodeJS.Signals | typeof ended | undefined} */
  const reason = stopping.signal.reason
  if (reason === undefined || reason === ended) return status
  return task.server === true ? 0 : 128 + constants.signals[reason]
}

/**
 * @param {string} root
 * @param {import('./tasks.mjs').Task} task
 * @param {readonly string[]} typed
 * @param {AbortController} stopping
 */
async function installAndRun(root, { before, beside, main, env }, typed, stopping) {
  const run = createRun(root, stopping.signal)
  if (!(await install(root, run, stopping.signal))) return 1
  const node = findNode(root)
  if (node === undefined) {
    say('npm has installed no Node that is new enough. Install one from https://nodejs.org and try again.')
    return 1
  }
  /**
   * @param {import('./tasks.mjs').Step} step
   * @param {'inherit' | 2} output
   * @param {(child: ChildProcess) => void} [onStart]
   */
  const runStep = ({ script, args }, output, onStart) =>
    run(
      node,
      [join(root, script), ...args],
      { env: { ...environmentFor(root, node), ...env }, stdio: ['inherit', output, 'inherit', 'ipc'] },
      onStart,
    )

  const statusBefore = before === undefined ? 0 : await runStep(before, 2)
  if (statusBefore !== 0 || main === undefined) return statusBefore
  /** @type {ChildProcess | undefined} */
  let child
  const runBeside = async () => {
    const status = beside === undefined ? 0 : await runStep(beside, 2)
    if (stopping.signal.aborted) return 0
    if (status !== 0) stopping.abort(ended)
    else if (beside !== undefined) child?.send(goOn, () => {})
    return status
  }
  const besideEnded = runBeside()
  const mainStep = { script: main.script, args: [...main.args, ...typed] }
  const status = await runStep(mainStep, 'inherit', (started) => (child = started))
  stopping.abort(ended)
  return (await besideEnded) || status
}

/**
 * @param {string} cwd
 * @param {AbortSignal} stopped
 * @returns {Run}
 */
function createRun(cwd, stopped) {
  return (file, args, options, onStart) =>
    new Promise((resolve) => {
      if (stopped.aborted) return resolve(0)
      const child = spawn(file, args, { ...options, cwd, windowsHide: true })
      /** @type {NodeJS.Timeout | undefined} */
      let killing
      const end = () => {
        // Asked once only, since a second request interrupts a graceful shutdown: by the IPC channel, on Windows too.
        if (child.connected) child.disconnect()
        else child.kill('SIGTERM')
        killing = setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs)
      }
      stopped.addEventListener('abort', end)
      child.on('error', (error) => {
        say(`Cannot run ${file}: ${error.message}`)
        resolve(1)
      })
      child.on('exit', (code, signal) => {
        clearTimeout(killing)
        stopped.removeEventListener('abort', end)
        resolve(code ?? (stopped.aborted && signal !== 'SIGKILL' ? 0 : 1))
      })
      onStart?.(child)
    })
}
