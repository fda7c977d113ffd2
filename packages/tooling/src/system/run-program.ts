import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { repositoryRoot } from '../repository-root.ts'

export interface ProgramResult {
  /** The exit status, or 1 when a signal ended it. */
  readonly status: number
  /** Both outputs in order of arrival. */
  readonly output: string
}

interface ProgramOptions {
  readonly signal: AbortSignal
  readonly env?: Readonly<Record<string, string>>
}

const shutdownTimeoutMs = 10_000

/** Runs a file with this Node in the root of the repository, without standard input. */
export async function runProgram(
  file: string,
  args: readonly string[],
  { signal, env = {} }: ProgramOptions,
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: repositoryRoot,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))

  let killing: NodeJS.Timeout | undefined
  const end = () => {
    // An interrupt from the keyboard has reached the child already; a second one would cut its shutdown short.
    if (signal.reason !== 'SIGINT') child.kill('SIGINT')
    killing = setTimeout(() => child.kill('SIGKILL'), shutdownTimeoutMs)
  }
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    const [status] = await once(child, 'close')
    return { status: typeof status === 'number' ? status : 1, output }
  } finally {
    clearTimeout(killing)
    signal.removeEventListener('abort', end)
  }
}

/**
 * Calls `end` when the parent process ends or closes the IPC channel to this one. Without a channel (a command typed by
 * hand) nothing happens. The channel does not keep this process running.
 */
export function endWithParent(end: () => void = () => process.exit(1)): void {
  process.on('disconnect', end)
  process.channel?.unref()
}
