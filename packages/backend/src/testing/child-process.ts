import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { withoutOptimizingCompiler } from '@giftwell/tooling/site/start-site.ts'

/** A program of this package in its own process. */
export interface Child {
  readonly process: ChildProcess
  /** The lines printed so far. */
  readonly out: readonly string[]
  readonly err: readonly string[]
  /** The first line on standard output with this prefix; rejects when the process exits first. */
  line(beginning: string): Promise<string>
  /** The exit status or signal. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/**
 * Starts `src/<program>` as the commands of package.json do.
 * @param env the settings; none are inherited from this process
 */
export function startChild(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Child {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url))
  const { PATH = '', NODE_COMPILE_CACHE = '' } = globalThis.process.env
  const process = spawn(globalThis.process.execPath, [withoutOptimizingCompiler, path, ...args], {
    // Processes share Node's compile cache.
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = process
  // Pipes by the options above.
  if (stdout === null || stderr === null) throw new Error('The process has no output to read.')
  const out: string[] = []
  const err: string[] = []
  collectLines(stdout, out)
  collectLines(stderr, err)
  // The event 'close' is not emitted when this side closed the channel.
  const finished = [stdout, stderr].map(async (stream) => once(stream, 'end'))
  const ended = once(process, 'exit').then(async ([code, signal]): Promise<number | NodeJS.Signals> => {
    await Promise.all(finished)
    return code ?? signal
  })
  return {
    process,
    out,
    err,
    ended,
    async line(beginning) {
      for (;;) {
        const found = out.find((line) => line.startsWith(beginning))
        if (found !== undefined) return found
        const how = await Promise.race([once(stdout, 'data'), ended])
        if (!Array.isArray(how)) throw new Error(`It ended with ${String(how)}: ${err.join('\n')}`)
      }
    },
  }
}

function collectLines(stream: NodeJS.ReadableStream, lines: string[]): void {
  let rest = ''
  stream.on('data', (chunk) => {
    const parts = (rest + String(chunk)).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
}
