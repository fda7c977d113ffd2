#!/usr/bin/env node
// The door to every command of the project: `bootstrap.mjs TASK ...` installs what is missing, then runs a task of
// `tasks.mjs` under the project's own Node. It has no dependencies and runs on Node 20, because it is what installs
// everything else, Node 24 included. The exit status is that of the step that failed, 0 for a server that was stopped.
import { constants } from 'node:os'
import { join } from 'node:path'

import { install } from './src/bootstrap/install.mjs'
import { environmentFor, findNode, missingNode } from './src/bootstrap/node-runtime.mjs'
import { root, say, startProgram, stopping } from './src/bootstrap/start-program.mjs'
import { tasks } from './src/bootstrap/tasks.mjs'

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => stopping.abort(signal))
// An npm that is killed passes no signal on.
const npm = process.env['npm_lifecycle_event'] === undefined ? undefined : process.ppid
if (npm !== undefined) setInterval(() => process.ppid !== npm && stopping.abort('SIGTERM'), 1000).unref()

const [name = '', ...typed] = process.argv.slice(2)
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
const missing = missingNode()
if (task === undefined) {
  say(`There is no task "${name}". There are: ${Object.keys(tasks).join(', ')}.`)
  process.exitCode = 2
} else if (missing !== undefined) {
  say(missing)
  process.exitCode = 1
} else {
  const status = (await install()) ? await run(task) : 1
  const signal = Object.entries(constants.signals).find(([signal]) => signal === stopping.signal.reason)
  process.exitCode = signal === undefined ? status : task.server === true ? 0 : 128 + signal[1]
}

/** @param {import('./src/bootstrap/tasks.mjs').Task} task */
async function run({ main, beside, env }) {
  const node = findNode(root)
  if (node === undefined) {
    say('npm has installed no Node that is new enough. Install one from https://nodejs.org and try again.')
    return 1
  }
  if (main === undefined) return 0
  const start = (
    /** @type {readonly string[]} */ [file = '', ...args],
    /** @type {'inherit' | 2} */ output,
  ) =>
    startProgram(node, [join(root, file), ...args], {
      env: { ...environmentFor(root, node), ...env },
      stdio: ['inherit', output, 'inherit', 'ipc'],
    })
  const running = start([...main, ...typed], 'inherit')
  if (beside === undefined) return running.ended
  const preparing = start(beside, 2)
  const prepared = preparing.ended.then((status) => {
    if (status !== 0) return status
    running.child.send('go on', () => {})
    return running.ended
  })
  // What fails first ends the other.
  const status = await Promise.race([running.ended, prepared])
  stopping.abort()
  await Promise.all([running.ended, preparing.ended])
  return status
}
