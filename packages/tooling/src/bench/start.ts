import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { repositoryRoot } from '../repository-root.ts'
import { atMost, type BenchPart, median } from './measurement.ts'

const laterStarts = 5

/** How long `npm start` takes, right after the installation and with existing data. */
export const startPart: BenchPart = {
  title: '`npm start`, from the command on',
  async run(say) {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'giftwell-start-'))
    const clone = join(folder.path, 'clone')
    const data = join(folder.path, 'data')
    say('installing')
    await makeClone(clone)
    say('the first start')
    const first = await timeStart(clone, data)
    say('later starts')
    const later = []
    for (let round = 0; round < laterStarts; round += 1) later.push(await timeStart(clone, data))
    const ready = median(later.map((times) => times.ready))
    const answered = median(later.map((times) => times.answered))
    return [
      atMost(15, 'first start, ready', first.ready, 's'),
      atMost(2, `later start, ready, median of ${laterStarts}`, ready, 's'),
      atMost(2, `later start, pages and products answered, median of ${laterStarts}`, answered, 's'),
    ]
  },
}

/** A clone of the last commit with its packages installed, and no caches. */
async function makeClone(folder: string): Promise<void> {
  const run = promisify(execFile)
  await run('git', ['clone', '--quiet', repositoryRoot, folder])
  await run(process.execPath, [join(folder, 'packages/tooling/bootstrap.mjs'), 'setup'])
}

/** Seconds until it is ready, and until the home page, the catalogue and a page of products were answered, too. */
async function timeStart(clone: string, dataFolder: string) {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const none = { DATABASE_URL: '', SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' }
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env: { ...process.env, ...none, PORT: '0', DATA_DIR: dataFolder, SEED: 'demo' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  try {
    // The first line is the only one, unless it ends before.
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
    const ready = seconds()
    const url = /^ready (http:\S+)$/.exec(String(line))?.[1]
    if (url === undefined) throw new Error(`npm start ended with status ${String(line)}`)
    // The form of the contract.
    const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
    for (const path of ['/', '/catalogue', '/rest/v1/rpc/catalogue_page?page_size=48']) {
      const response = await fetch(url + path, { headers: { apikey: supabaseKey } })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      await response.arrayBuffer()
    }
    return { ready, answered: seconds() }
  } finally {
    // npm and its children are one process group.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}
