import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { findFiles } from '../find-files.ts'
import { repositoryRoot } from '../repository-root.ts'
import { type BenchPart, type Measurement, median } from './measurement.ts'

const laterStarts = 5

/** How long `npm start` takes, right after the installation and with existing data. */
export const startPart: BenchPart = {
  title: '`npm start`, from the command on',
  async run(say) {
    const folder = await mkdtemp(join(tmpdir(), 'giftwell-start-'))
    const clone = join(folder, 'clone')
    const data = join(folder, 'data')
    try {
      await makeClone(clone)
      say('the first start ...')
      const first = await timeStart(clone, data)
      say('later starts ...')
      const later: StartTimes[] = []
      for (let round = 0; round < laterStarts; round += 1) later.push(await timeStart(clone, data))
      const seconds = (name: string, milliseconds: number, atMost: number): Measurement => ({
        name,
        value: milliseconds / 1000,
        unit: 's',
        target: { atMost },
      })
      const laterMedian = (key: keyof StartTimes) => median(later.map((times) => times[key]))
      const answered = 'pages and products answered'
      return [
        seconds('first start, ready', first.ready, 15),
        { name: `first start, ${answered}`, value: first.answered / 1000, unit: 's' },
        seconds(`later start, ready, median of ${laterStarts}`, laterMedian('ready'), 2),
        seconds(`later start, ${answered}, median of ${laterStarts}`, laterMedian('answered'), 2),
      ]
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

/** A clone of the last commit with the installed packages by links, and no caches. */
async function makeClone(folder: string): Promise<void> {
  await promisify(execFile)('git', ['clone', '--quiet', repositoryRoot, folder])
  for (const path of await findFiles(repositoryRoot, ['node_modules', '{apps,packages}/*/node_modules'])) {
    const [installed, own] = [join(repositoryRoot, path), join(folder, path)]
    await mkdir(own, { recursive: true })
    for (const name of await readdir(installed)) {
      // The links of the workspaces lead to the clone.
      if (name === '@giftwell')
        await cp(join(installed, name), join(own, name), { recursive: true, verbatimSymlinks: true })
      else if (name !== '.cache') await symlink(join(installed, name), join(own, name))
    }
  }
}

/** Milliseconds from the command on. */
interface StartTimes {
  readonly ready: number
  /** Until the home page, the catalogue and the first page of products were answered too, one after the other. */
  readonly answered: number
}

async function timeStart(clone: string, dataFolder: string): Promise<StartTimes> {
  const began = performance.now()
  const none = { DATABASE_URL: '', SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' }
  const child = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env: { ...process.env, ...none, PORT: '0', DATA_DIR: dataFolder, SEED: 'demo' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let log = ''
  child.stderr.on('data', (text) => (log += String(text)))
  const ended = once(child, 'exit')
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /^ready (http:\S+)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
  const failed = ended.then((): never => {
    throw new Error(`npm start ended:\n${log}`)
  })
  try {
    const url = await Promise.race([ready, failed])
    const readyAfter = performance.now() - began
    // The form of the contract.
    const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
    for (const path of ['/', '/catalogue', '/rest/v1/rpc/catalogue_page?page_size=48']) {
      const answer = await fetch(url + path, { headers: { apikey: supabaseKey } })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      await answer.arrayBuffer()
    }
    return { ready: readyAfter, answered: performance.now() - began }
  } finally {
    failed.catch(() => {})
    // npm and its children are one process group.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}
