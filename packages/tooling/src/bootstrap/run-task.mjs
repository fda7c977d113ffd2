import { constants } from 'node:os'
import { join } from 'node:path'

import { isInstalled } from './install-stamp.mjs'
import { install } from './install.mjs'
import { environmentFor, findNode, missingNode, neededVersion } from './node-runtime.mjs'
import { createSupervisor } from './supervisor.mjs'
import { tasks } from './tasks.mjs'

/**
 * Sets up whatever is missing, then runs a task of `tasks.mjs` under the project's own Node.
 *
 * @param {string} root the root of the repository
 * @param {string} name
 * @param {readonly string[]} args what the person typed after the name
 * @returns {Promise<number>} the exit status: that of the step that failed, 0 for a server that was stopped
 */
export async function runTask(root, name, args) {
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

  const supervisor = createSupervisor()
  try {
    if (!isInstalled(root) && !(await install(root, supervisor, say))) {
      return statusWhenStopped(supervisor, task, supervisor.stopped.aborted ? 0 : 1)
    }
    const node = findNode(root)
    if (node === undefined) {
      say(
        `npm has not installed Node ${neededVersion} here. Install it from https://nodejs.org and try again.`,
      )
      return 1
    }
    const status = await runSteps(root, node, task, args, supervisor)
    return statusWhenStopped(supervisor, task, status)
  } catch (error) {
    // Stopped while waiting for another installation; everything else is a mistake worth its stack.
    if (supervisor.stopped.aborted) return statusWhenStopped(supervisor, task, 0)
    throw error
  } finally {
    supervisor.close()
  }
}

/**
 * @param {string} root
 * @param {string} node
 * @param {import('./tasks.mjs').Task} task
 * @param {readonly string[]} typed
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 */
async function runSteps(root, node, { steps }, typed, supervisor) {
  const env = environmentFor(root, node)
  for (const [index, { script, args = [], quiet = false }] of steps.entries()) {
    const status = await supervisor.run({
      file: node,
      args: [join(root, script), ...args, ...(index === steps.length - 1 ? typed : [])],
      cwd: root,
      env,
      stdio: ['inherit', quiet ? 2 : 'inherit', 'inherit', 'ipc'],
    })
    if (status !== 0 || supervisor.stopped.aborted) return status
  }
  return 0
}

/**
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 * @param {import('./tasks.mjs').Task} task
 * @param {number} status
 */
function statusWhenStopped({ stopped }, { server = false }, status) {
  if (!stopped.aborted) return status
  if (server) return status
  return 128 + (constants.signals[/** @type {NodeJS.Signals} */ (stopped.reason)] ?? 0)
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}
