import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'

import { install, say } from './install.mjs'
import { environmentFor, findNode, missingNode } from './node-runtime.mjs'
import { goOn, tasks } from './tasks.mjs'

/** How long a child may take to end after it was asked to, before it is killed. */
const shutdownTimeoutMs = 10_000

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

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
  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    stoppedBy ??= signal
    stopping.abort()
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop)
  // An npm that is killed passes no signal on.
  const npm = process.env['npm_lifecycle_event'] === undefined ? undefined : process.ppid
  if (npm !== undefined) setInterval(() => process.ppid !== npm && stop('SIGTERM'), 1000).unref()

  const status = await installAndRun(root, task, typed, stopping).catch((/** @type {unknown} */ error) => {
    if (stoppedBy === undefined) throw error
    return 0
  })
  return stoppedBy === undefined || task.server === true ? status : 128 + constants.signals[stoppedBy]
}

/**
 * @param {string} root
 * @param {import('./tasks.mjs').Task} task
 * @param {readonly string[]} typed
 * @param {AbortController} stopping
 */
async function installAndRun(root, { before, beside, main, env = {} }, typed, stopping) {
  const run = createRun(root, stopping.signal)
  if (!(await install(root, run, stopping.signal))) return stopping.signal.aborted ? 0 : 1
  const node = findNode(root)
  if (node === undefined) {
    say('npm has installed no Node that is new enough. Install one from https://nodejs.org and try again.')
    return 1
  }
  if (main === undefined) return 0

  const options = { env: { ...environmentFor(root, node), ...env } }
  /**
   * @param {import('./tasks.mjs').Step} step
   * @param {'inherit' | 2} output
   * @param {(child: ChildProcess) => void} [onStart]
   */
  const runStep = (step, output, onStart) =>
    run(
      node,
      [join(root, step.script), ...(step.args ?? [])],
      { ...options, stdio: ['inherit', output, 'inherit', 'ipc'] },
      onStart,
    )

  const statusBefore = before === undefined ? 0 : await runStep(before, 2)
  if (statusBefore !== 0 || stopping.signal.aborted) return statusBefore
  /** @type {ChildProcess | undefined} */
  let child
  let failedBeside = 0
  const runBeside = async () => {
    if (beside === undefined) return
    const status = await runStep(beside, 2)
    if (status === 0 && child?.connected) child.send(goOn, () => {})
    if (status === 0 || stopping.signal.aborted) return
    failedBeside = status
    stopping.abort()
  }
  const besideEnded = runBeside()
  const mainStep = { ...main, args: [...(main.args ?? []), ...typed] }
  const status = await runStep(mainStep, 'inherit', (started) => (child = started))
  stopping.abort()
  await besideEnded
  return failedBeside || status
}

/**
 * Runs a program until it ends, or until the signal is aborted and it has ended in its own way: a closed IPC channel
 * asks it to, on Windows too, or SIGTERM where there is no channel. Resolves with its exit status: 1 when it could not
 * be run or had to be killed.
 *
 * @typedef {(file: string, args: readonly string[], options: import('node:child_process').SpawnOptions, onStart?: (child: ChildProcess) => void) => Promise<number>} Run
 *
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
        // Asked once only: a second request can interrupt a graceful shutdown.
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
