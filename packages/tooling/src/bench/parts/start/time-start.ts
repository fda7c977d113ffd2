import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Milliseconds from the command on. */
export interface StartTimes {
  readonly ready: number
  /** Until the home page, the catalogue and the first page of products were answered as well, one after the other. */
  readonly answered: number
}

/** Runs `npm start` in a clone, on a data folder, and ends it. Throws when it does not become ready within a minute. */
export async function timeStart(clone: string, dataFolder: string): Promise<StartTimes> {
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataFolder,
      SEED: 'demo',
      DATABASE_URL: '',
      SUPABASE_URL: '',
      SUPABASE_PUBLISHABLE_KEY: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const ended = once(child, 'exit')
  try {
    const url = await Promise.race([
      readyUrl(child.stdout),
      ended.then((): never => {
        throw new Error(`npm start ended:\n${said.join('\n')}`)
      }),
    ])
    const ready = performance.now() - began
    await askForPages(url)
    return { ready, answered: performance.now() - began }
  } finally {
    // npm and what it runs are one group.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

/** Never resolves when there is no such line; the end of the process says more then. */
async function readyUrl(stdout: Readable): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const url = /^ready (http:\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}

async function askForPages(url: string): Promise<void> {
  // The contract's form.
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  for (const path of ['/', '/catalogue', '/rest/v1/rpc/catalogue_page?page_size=48']) {
    const answer = await fetch(url + path, { headers: { apikey: supabaseKey } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    await answer.arrayBuffer()
  }
}
