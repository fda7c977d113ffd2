import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

import { type OtherBrowser, programsOf } from '@giftwell/tooling/browser/ensure-browser.ts'
import { freePort } from '@giftwell/tooling/database/free-port.ts'

/** The commands of WebDriver that the tests need, with their paths below the session. */
const commands = {
  Navigate: 'url',
  ExecuteScript: 'execute/sync',
  ElementClick: 'element/{id}/click',
  ElementClear: 'element/{id}/clear',
  ElementSendKeys: 'element/{id}/value',
  PerformActions: 'actions',
  SetWindowRect: 'window/rect',
  TakeScreenshot: 'screenshot',
} as const

/** Sends a command and returns its value. @throws with the browser's message when it fails */
type Send = (
  command: keyof typeof commands,
  parameters?: Readonly<Record<string, unknown>>,
) => Promise<unknown>

/** A browser of its own, without a window on the screen. */
export interface DrivenBrowser {
  readonly send: Send
  /** The errors that its pages have thrown or logged, in Firefox: WebKit's driver discards what the browser prints. */
  readonly faults: string[]
  close(): Promise<void>
}

const startTimeoutMs = 60_000
/** Dialogs such as `confirm` are accepted. */
const capabilities = { unhandledPromptBehavior: 'accept' }

/** Starts a browser with an empty profile. @throws when its programs are missing or do not answer */
export async function launchBrowser(name: OtherBrowser): Promise<DrivenBrowser> {
  const programs = programsOf(name)
  if (programs === undefined) throw new Error(`${name} is not installed: run \`npm test -- browsers\`.`)
  await using started = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-browser-'))
  started.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const faults: string[] = []
  /** Runs a program in its own process group, so its children end with it. */
  const run = (path = '', args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(path, args, {
      detached: true,
      env: { ...process.env, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    const kill = () => {
      if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid, 'SIGKILL')
    }
    process.once('exit', kill)
    started.defer(async () => {
      process.off('exit', kill)
      kill()
      if (!hasEnded()) await once(child, 'exit')
    })
    for (const input of [child.stdout, child.stderr])
      if (input !== null)
        createInterface({ input }).on('line', (line) => isFault.test(line) && faults.push(line))
    return child
  }
  const drive = { firefox: driveFirefox, webkit: driveWebKit }[name]
  const send = await drive(programs, folder, run)
  const owned = started.move()
  return { send, faults, close: () => owned.disposeAsync() }
}

/** Matches what Firefox prints when a script throws or logs an error. RSLoader is a part of Firefox that fails offline. */
const isFault = /^(JavaScript error: http|console\.error: (?!RSLoader))/

type Run = (path?: string, args?: readonly string[], env?: NodeJS.ProcessEnv) => ChildProcess
type Drive = (programs: readonly string[], folder: string, run: Run) => Promise<Send>

/**
 * Firefox takes the commands of WebDriver over TCP as `LENGTH:[0,ID,"WebDriver:NAME",{...}]` (Marionette), which is all that
 * geckodriver translates to. Debian has no geckodriver.
 */
const driveFirefox: Drive = async ([firefox], folder, run) => {
  const preferences = {
    'marionette.port': 0, // any that is free, written into the profile
    'browser.dom.window.dump.enabled': true, // prints uncaught errors
    'devtools.console.stdout.content': true,
    'ui.prefersReducedMotion': 1,
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});\n`)
  await writeFile(join(folder, 'user.js'), lines.join(''))
  run(firefox, ['--headless', '--marionette', '--no-remote', '--profile', folder])
  const socket = await retryUntilTimeout(async () => {
    const port = Number(await readFile(join(folder, 'MarionetteActivePort'), 'utf8'))
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  })
  const replies = readMessages(socket)
  await replies.next() // its greeting
  let id = 0
  const send = async (command: string, parameters: object = {}) => {
    id += 1
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = (await replies.next()).value ?? [1, id, { message: 'Firefox has ended.' }]
    if (error) throw new Error(error.message)
    return result?.value
  }
  await send('NewSession', capabilities)
  return send
}

/** A reply: its type, the id of its command, an error, a result. */
type Reply = [1, number, { message: string } | null, { value?: unknown }]

async function* readMessages(stream: Readable): AsyncGenerator<Reply, undefined> {
  let rest = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const start = rest.indexOf(':') + 1
      const end = start + Number(rest.subarray(0, Math.max(0, start - 1)))
      if (start === 0 || rest.length < end) break
      yield JSON.parse(rest.subarray(start, end).toString())
      rest = rest.subarray(end)
    }
  }
}

/** WebKitGTK has a driver, which takes the commands over HTTP, and needs a display. */
const driveWebKit: Drive = async ([xvfb, driver, browser], folder, run) => {
  const screen = run(xvfb, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'])
  const [display] = await once(createInterface({ input: screen.stdio[3] as Readable }), 'line', {
    signal: AbortSignal.timeout(startTimeoutMs),
  })
  // WebKit reads from GTK whether motion is reduced.
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const port = await freePort()
  run(driver, [`--port=${port}`], {
    DISPLAY: `:${display}`,
    XDG_CONFIG_HOME: folder,
    XDG_RUNTIME_DIR: folder,
    WEBKIT_DISABLE_DMABUF_RENDERER: '1', // which draws seven times as slowly without a graphics card
  })
  const post = async (path: string, parameters: object, method = 'POST') => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(parameters) }),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  const options = { binary: browser, args: ['--automation'] }
  const alwaysMatch = { ...capabilities, 'webkitgtk:browserOptions': options }
  const { sessionId } = await retryUntilTimeout(() => post('', { capabilities: { alwaysMatch } }))
  return (command, parameters = {}) => {
    const path = commands[command].replace('{id}', String(parameters['id']))
    return post(`/${sessionId}/${path}`, parameters, command === 'TakeScreenshot' ? 'GET' : 'POST')
  }
}

/** Retries until it works. @throws the last error after the start timeout */
async function retryUntilTimeout<T>(attempt: () => Promise<T>): Promise<T> {
  const latest = Date.now() + startTimeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > latest) throw error
      await delay(100)
    }
  }
}
