import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

import { isInstalled } from './install-stamp.mjs'
import { install } from './install.mjs'
import { environmentFor, findNode, missingNode, neededVersion } from './node-runtime.mjs'
import { createSupervisor } from './supervisor.mjs'
import { goOn, tasks } from './tasks.mjs'

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
    const commands = commandsOf(root, node, task, args)
    const run = task.together === true ? runTogether : runSteps
    const status = await run(commands, supervisor)
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
 * @returns {import('./supervisor.mjs').Command[]}
 */
function commandsOf(root, node, { steps }, typed) {
  const env = environmentFor(root, node)
  return steps.map(({ script, args = [], quiet = false }, index) => ({
    file: node,
    args: [join(root, script), ...args, ...(index === steps.length - 1 ? typed : [])],
    cwd: root,
    env,
    stdio: ['inherit', quiet ? 2 : 'inherit', 'inherit', 'ipc'],
  }))
}

/**
 * @param {readonly import('./supervisor.mjs').Command[]} commands
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 */
async function runSteps(commands, supervisor) {
  for (const command of commands) {
    const status = await supervisor.run(command)
    if (status !== 0 || supervisor.stopped.aborted) return status
  }
  return 0
}

/**
 * Begins all of them at once, and tells the last one when those before it are done. As soon as that one ends, or one
 * of the others fails, it is over for all of them, with its status.
 *
 * @param {readonly import('./supervisor.mjs').Command[]} commands
 * @param {import('./supervisor.mjs').Supervisor} supervisor
 */
async function runTogether(commands, supervisor) {
  /** @type {import('./supervisor.mjs').Running[]} */
  const running = []
  /** @type {number | undefined} */
  let outcome
  let toDo = commands.length - 1
  const run = async (/** @type {import('./supervisor.mjs').Command} */ command) => {
    const isLast = command === commands.at(-1)
    const status = await supervisor.run(command, (child) => {
      running.push(child)
      if (!isLast) yieldToOthers(child.pid)
    })
    if (isLast || (status !== 0 && !supervisor.stopped.aborted)) {
      outcome ??= status
      for (const child of running) child.end()
    }
    toDo -= 1
    if (toDo === 0) running.at(-1)?.tell(goOn)
  }
  await Promise.all(commands.map(run))
  return outcome ?? 0
}

/**
 * Has a child take what processors the others leave: the last step has the longer way, most of it on one processor.
 *
 * @param {number | undefined} pid
 */
function yieldToOthers(pid) {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where that is not allowed it only takes longer, and a child that has ended needs nothing.
  }
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
