import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A program of this package in a process of its own. */
export interface Child {
  readonly process: ChildProcess
  /** What it printed so far, in lines. */
  readonly out: readonly string[]
  readonly err: readonly string[]
  /** The first line that begins so on standard output; fails when the process ends before. */
  line(beginning: string): Promise<string>
  /** Its exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/**
 * Starts `src/<program>` as the contract's commands do.
 * @param env the contract's variables; of this process's own none is passed on that is one
 */
export function startChild(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Child {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url))
  const { PATH = '', NODE_COMPILE_CACHE = '' } = globalThis.process.env
  const process = spawn(globalThis.process.execPath, [path, ...words], {
    // What Node has made of the sources for another process serves this one, too.
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = process
  // They are pipes, as asked for above.
  if (stdout === null || stderr === null) throw new Error('The process has no output to read.')
  const out: string[] = []
  const err: string[] = []
  collectLines(stdout, out)
  collectLines(stderr, err)
  // Not its event 'close', which does not come when the channel between the two was closed from here.
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
