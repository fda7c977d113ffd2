import { spawn } from 'node:child_process'

import { repositoryRoot } from '../repository-root.ts'

export interface ProgramResult {
  /** The exit status, or 1 when it was ended by a signal. */
  readonly status: number
  readonly stdout: string
  /** Both outputs as they came. */
  readonly output: string
}

export interface ProgramOptions {
  readonly signal: AbortSignal
  readonly env?: Readonly<Record<string, string>>
}

/** How long a program may take to end after it was asked to, in milliseconds. */
const patienceMs = 10_000

/** Runs a file with this Node, in the root of the repository, without a terminal to ask questions on. */
export function runProgram(
  file: string,
  args: readonly string[],
  { signal, env = {} }: ProgramOptions,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: repositoryRoot,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })

    let impatience: NodeJS.Timeout | undefined
    const end = () => {
      // Pressed on the keyboard, an interrupt has reached the child already, and a second one would cut its clean end short.
      if (signal.reason !== 'SIGINT') child.kill('SIGINT')
      impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    }
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
    const over = () => {
      clearTimeout(impatience)
      signal.removeEventListener('abort', end)
    }
    child.on('error', (error) => {
      over()
      reject(error)
    })
    child.on('close', (status) => {
      over()
      resolve({ status: status ?? 1, stdout, output })
    })
  })
}
