import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

import { repositoryRoot } from '../repository-root.ts'

/** A running backend that serves the built website and its API. */
export interface BackendProcess {
  /** The origin that it printed in its ready line. */
  readonly url: string
  /** Resolves with the exit status when it ends by itself or is stopped. */
  readonly exited: Promise<number>
  /** Stops it gracefully. Throws with its output when its exit status is not 0. */
  stop(): Promise<void>
}

export interface BackendOptions {
  /** The contract's variables, on top of this process's environment. */
  readonly env: Readonly<Record<string, string>>
  /** Called with each line that it prints on standard error; by default they are part of the errors thrown here. */
  readonly onLine?: (line: string) => void
  /** The website to serve in place of the built one. */
  readonly siteFolder?: string
  /** How long the first start may take, demo catalogue included. */
  readonly readyWithinMs?: number
}

const shutdownTimeoutMs = 15_000

/**
 * Starts `packages/backend/src/main.ts` and waits until the site answers.
 * It ends with this process, in whichever way this process ends.
 */
export async function startBackend(options: BackendOptions): Promise<BackendProcess> {
  const siteFolder = options.siteFolder === undefined ? [] : [options.siteFolder]
  const child = spawn(process.execPath, ['packages/backend/src/main.ts', ...siteFolder], {
    cwd: repositoryRoot,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('The backend has no output to read.')
  const said: string[] = []
  const output = () => (options.onLine === undefined ? `\n${said.join('\n')}` : '')
  createInterface({ input: stderr }).on('line', (line) => {
    said.push(line)
    options.onLine?.(line)
  })
  const exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : 1))

  const url = await readyUrl(stdout, exited, options.readyWithinMs ?? 120_000).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`The backend did not start.${output()}`, { cause: error })
  })

  return {
    url,
    exited,
    async stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs)
      const status = await exited
      clearTimeout(timer)
      if (status !== 0) throw new Error(`The backend did not end cleanly (status ${status}).${output()}`)
    },
  }
}

async function readyUrl(stdout: Readable, exited: Promise<number>, withinMs: number): Promise<string> {
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const url = /^ready (http:\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const ended = exited.then((status): never => {
    throw new Error(`It ended with status ${status} before it was ready.`)
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It was not ready within ${withinMs / 1000} s.`)), withinMs)
  })
  try {
    return await Promise.race([ready, ended, late])
  } finally {
    clearTimeout(timer)
    ended.catch(() => {}) // no longer awaited
    late.catch(() => {})
  }
}
