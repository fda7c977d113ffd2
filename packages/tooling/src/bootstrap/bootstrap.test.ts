import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

// The real bootstrap, as processes, in a small repository with a fake npm and fake programs.

let root: string
let children: ChildProcessByStdio<null, Readable, Readable>[]

beforeEach(async () => {
  children = []
  root = await mkdtemp(join(tmpdir(), 'giftwell-bootstrap-'))
  await cp(
    join(import.meta.dirname, '..', '..', 'bootstrap.mjs'),
    join(root, 'packages/tooling/bootstrap.mjs'),
  )
  await cp(import.meta.dirname, join(root, 'packages/tooling/src/bootstrap'), { recursive: true })
  await write('package.json', '{"type":"module","workspaces":["packages/*"]}')
  await write('package-lock.json', '{"packages":{"node_modules/z":{"version":"1.0.0"}}}')
  await write('npm/npm-cli.js', fakeNpm)
  await write('nothing.mjs', '')
  await write('server.mjs', fakeServer)
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(root, { recursive: true, force: true })
})

/** Logs that it runs, takes as long as it is told to, and records what it has installed. */
const fakeNpm = `
import { appendFileSync, cpSync, mkdirSync } from 'node:fs'
appendFileSync('npm-log', 'begins ' + process.argv.slice(2).join(' ') + ' cache ' + process.env.npm_config_cache + '\\n')
setTimeout(() => {
  appendFileSync('npm-log', 'ends\\n')
  mkdirSync('node_modules', { recursive: true })
  if (!process.env.NPM_STATUS) cpSync('package-lock.json', 'node_modules/.package-lock.json')
  process.exit(Number(process.env.NPM_STATUS ?? 0))
}, Number(process.env.NPM_MS ?? 0))
`

/** Asked to end it takes a moment; a second request interrupts it. */
const fakeServer = `
import { writeFileSync } from 'node:fs'
let ending = false
function end() {
  if (ending) return process.exit(7)
  ending = true
  setTimeout(() => { writeFileSync('ended-well', ''); process.exit(0) }, 300)
}
process.on('SIGINT', () => {})
process.on('SIGTERM', end)
process.on('disconnect', end)
setInterval(() => {}, 1000)
if (process.env.SERVER_STATUS) process.exit(Number(process.env.SERVER_STATUS))
writeFileSync('server-pid', String(process.pid))
console.log('ready http://127.0.0.1:1')
`

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['packages/tooling/bootstrap.mjs', ...args], {
    cwd: root,
    env: { ...process.env, npm_execpath: join(root, 'npm', 'npm-cli.js'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // a process group of its own, to be signalled as a whole
  })
  children.push(child)
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const status = once(child, 'close').then(([code, signal]): number | string => code ?? signal)
  return { child, said, status }
}

async function until(condition: () => boolean): Promise<void> {
  for (const latest = Date.now() + 15_000; !condition();) {
    if (Date.now() > latest) throw new Error('It did not happen.')
    await delay(20)
  }
}

const nothing = ['nothing.mjs']
const server = ['--server', 'server.mjs']

const npmLog = () => readFile(join(root, 'npm-log'), 'utf8')

async function startedServer() {
  const running = run(server)
  await until(() => running.said.stdout.includes('ready'))
  const pid = Number(await readFile(join(root, 'server-pid'), 'utf8'))
  return { ...running, pid }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('the first run installs without install scripts, and the next one does not install', async () => {
  const first = run(nothing)
  expect(await first.status).toBe(0)
  expect(first.said.stderr).toContain('Installing the dependencies')
  expect(await npmLog()).toMatch(/^begins ci --ignore-scripts .*--include=dev .*\nends\n$/)

  const second = run(nothing)
  expect(await second.status).toBe(0)
  expect(second.said).toEqual({ stdout: '', stderr: '' })
  expect(await npmLog()).toMatch(/^begins[^\n]*\nends\n$/)
})

test('only the program itself writes to standard output', async () => {
  const { child, said, status } = await startedServer()
  expect(said.stdout).toBe('ready http://127.0.0.1:1\n')
  child.kill('SIGTERM')
  expect(await status).toBe(0)
})

test('two at once on an empty folder install once, and one says which process it waits for', async () => {
  const both = [run(nothing, { NPM_MS: '500' }), run(nothing, { NPM_MS: '500' })]
  expect(await Promise.all(both.map(({ status }) => status))).toEqual([0, 0])
  expect(await npmLog()).toMatch(/^begins[^\n]*\nends\n$/)
  const output = both.map(({ said }) => said.stderr).join('')
  expect(output).toMatch(/Waiting for the installation that process \d+ is doing here/)
})

test.for<[gained: string, lockfile: string]>([
  ['another package', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}'],
  ['a workspace, which has no version', '{"packages":{"node_modules/own":{"link":true}}}'],
] as const)('a lockfile that has gained %s is installed', { tags: 'full' }, async ([, lockfile]) => {
  expect(await run(nothing).status).toBe(0)
  await write('package-lock.json', lockfile)
  expect(await run(nothing).status).toBe(0)
  expect(await npmLog()).toMatch(/^begins[^\n]*\nends\nbegins[^\n]*\nends\n$/)
})

test(
  'an installation by hand is accepted if it holds what the lockfile names',
  { tags: 'full' },
  async () => {
    const lockfile = (version: string) => JSON.stringify({ packages: { 'node_modules/a': { version } } })
    await write('package-lock.json', lockfile('1.0.0'))
    await write('node_modules/.package-lock.json', lockfile('1.0.0'))
    expect(await run(nothing).status).toBe(0)
    expect(existsSync(join(root, 'npm-log'))).toBe(false)
    await write('package-lock.json', lockfile('1.0.1'))
    expect(await run(nothing).status).toBe(0)
    expect(await npmLog()).toMatch(/^begins[^\n]*\nends\n$/)
  },
)

test('npm gets a temporary cache folder where its own cannot be written to', { tags: 'full' }, async () => {
  await write('file', '')
  expect(await run(nothing, { npm_config_cache: join(root, 'cache') }).status).toBe(0)
  expect(await npmLog()).toContain(`cache ${join(root, 'cache')}\n`)
  await write('package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
  expect(await run(nothing, { npm_config_cache: join(root, 'file', 'cache') }).status).toBe(0)
  expect(await npmLog()).toMatch(/cache .*giftwell-npm-cache-/)
})

test(
  'a failed installation is reported with the status of npm, and the next run installs again',
  { tags: 'full' },
  async () => {
    const failed = run(nothing, { NPM_STATUS: '9' })
    expect(await failed.status).toBe(1)
    expect(failed.said.stderr).toContain('npm ended with status 9')
    expect(await run(nothing).status).toBe(0)
    expect(await npmLog()).toMatch(/^begins[^\n]*\nends\nbegins[^\n]*\nends\n$/)
  },
)

test(
  'a run waits for the npm of a killed run and accepts what it has installed',
  { tags: 'full' },
  async () => {
    const killed = run(nothing, { NPM_MS: '1500' })
    await until(() => existsSync(join(root, 'npm-log')))
    killed.child.kill('SIGKILL')
    await killed.status
    const next = run(nothing)
    expect(await next.status).toBe(0)
    expect(await npmLog()).toMatch(/^begins[^\n]*\nends\n$/)
  },
)

test('the exit status is that of the program', async () => {
  expect(await run(server, { SERVER_STATUS: '3' }).status).toBe(3)
})

test('the program gets its arguments', { tags: 'full' }, async () => {
  await write('arguments.mjs', 'console.log(process.argv.slice(2).join())')
  const { said, status } = run(['arguments.mjs', 'website', '--if-stale'])
  expect(await status).toBe(0)
  expect(said.stdout).toBe('website,--if-stale\n')
})

test('the program finds the installed programs before those of the system', { tags: 'full' }, async () => {
  await write('path.mjs', 'console.log(process.env.PATH)')
  const { said, status } = run(['path.mjs'])
  expect(await status).toBe(0)
  const path = [dirname(process.execPath), join(root, 'node_modules', '.bin'), process.env['PATH']]
  expect(said.stdout).toBe(`${path.join(delimiter)}\n`)
})

test(
  'compiled sources are cached in the installation unless the user names another folder',
  { tags: 'full' },
  async () => {
    await write('cache.mjs', 'console.log(process.env.NODE_COMPILE_CACHE)')
    const cacheWith = async (folder: string | undefined) => {
      const { said, status } = run(['cache.mjs'], { NODE_COMPILE_CACHE: folder })
      expect(await status).toBe(0)
      return said.stdout.trim()
    }
    expect(await cacheWith(undefined)).toBe(join(root, 'node_modules', '.cache', 'compiled'))
    expect(await cacheWith(join(root, 'elsewhere'))).toBe(join(root, 'elsewhere'))
  },
)

describe('a program that is stopped', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'Windows has no such signals'))

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s lets its child shut down and ends with status 0',
    async (signal) => {
      const { child, status, pid } = await startedServer()
      child.kill(signal)
      expect(await status).toBe(0)
      expect(existsSync(join(root, 'ended-well'))).toBe(true)
      expect(isAlive(pid)).toBe(false)
    },
  )

  test(
    'by an interrupt of its whole process group, as from the keyboard, asks its child only once',
    { tags: 'full' },
    async () => {
      const { child, status, pid } = await startedServer()
      process.kill(-child.pid!, 'SIGINT')
      child.kill('SIGINT') // npm passes on what has already arrived
      expect(await status).toBe(0)
      expect(existsSync(join(root, 'ended-well'))).toBe(true)
      expect(isAlive(pid)).toBe(false)
    },
  )

  test('by a kill leaves no process behind', { tags: 'full' }, async () => {
    const { child, pid } = await startedServer()
    child.kill('SIGKILL')
    await until(() => existsSync(join(root, 'ended-well')))
    await until(() => !isAlive(pid))
    expect(isAlive(pid)).toBe(false)
  })

  test('during the installation stops npm and releases the lock', { tags: 'full' }, async () => {
    const { child, status } = run(server, { NPM_MS: '60000' })
    await until(() => existsSync(join(root, 'npm-log')))
    child.kill('SIGTERM')
    expect(await status).toBe(0)
    expect(existsSync(join(root, '.install-lock'))).toBe(false)
    expect(await npmLog()).not.toContain('ends')
    expect(await run(nothing).status).toBe(0)
  })

  test('while it waits for another installation ends at once', { tags: 'full' }, async () => {
    const first = run(nothing, { NPM_MS: '5000' })
    await until(() => existsSync(join(root, 'npm-log')))
    const second = run(nothing)
    await until(() => second.said.stderr.includes('Waiting'))
    second.child.kill('SIGTERM')
    expect(await second.status).toBe(128 + 15)
    first.child.kill('SIGTERM')
    await first.status
  })
})
