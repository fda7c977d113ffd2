#!/usr/bin/env node
// Runs every command of the project: `bootstrap.mjs [--server] PROGRAM ...` installs missing packages, then runs
// the program under the project's own Node. It has no dependencies and runs on Node 20, because it installs
// everything else, including Node 24. The exit status is that of the step that failed, 0 for a server that was stopped.
import { constants } from 'node:os'

import { install } from './src/bootstrap/install.mjs'
import { environmentFor, findNode, missingNode } from './src/bootstrap/node-runtime.mjs'
import { log, startProgram, stopping } from './src/bootstrap/start-program.mjs'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
for (const signal of signals) process.on(signal, () => stopping.abort(signal))
// An npm that is killed passes no signal on.
const npm = process.env['npm_lifecycle_event'] === undefined ? undefined : process.ppid
if (npm !== undefined) setInterval(() => process.ppid !== npm && stopping.abort('SIGTERM'), 1000).unref()

const args = process.argv.slice(2)
const isServer = args[0] === '--server'
const status = await run(isServer ? args.slice(1) : args)
const stoppedBy = signals.find((signal) => signal === stopping.signal.reason)
if (stoppedBy === undefined) process.exitCode = status
else process.exitCode = isServer ? 0 : 128 + constants.signals[stoppedBy]

/** @param {readonly string[]} program its file, from the root of the repository, and its arguments */
async function run(program) {
  const missing = missingNode()
  if (missing !== undefined) {
    log(missing)
    return 1
  }
  if (!(await install())) return 1
  const node = findNode()
  const { ended } = startProgram(node, program, {
    env: environmentFor(node),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  return ended
}
