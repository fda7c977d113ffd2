#!/usr/bin/env node
// The door to every command of the project. It has no dependencies and runs on Node 20, because it is what
// installs everything else, Node 24 included. What it prints goes to standard error: standard output belongs
// to the task.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runTask } from './src/bootstrap/run-task.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const [name = '', ...args] = process.argv.slice(2)

process.exitCode = await runTask(root, name, args)
