import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { buildDesktop, desktopOutput } from '../desktop/build-desktop.ts'
import { doubledCode, readBundleList } from '../desktop/bundle-list.ts'
import { configuredConnection } from '../desktop/connection.ts'
import { atMost, type BenchPart, median } from './measurement.ts'

/** Each load is that of a new process. */
const loads = 15

/** How long main takes to load in plain Node, and which libraries a process contains twice. */
export const desktopPart: BenchPart = {
  title: 'The desktop app: what its start loads',
  async run(say) {
    await buildDesktop({ when: 'stale', connection: configuredConnection(process.env, null), say })
    const lists = await Promise.all((['main', 'preload', 'renderer'] as const).map(readBundleList))
    const doubles = lists.flatMap(doubledCode)
    doubles.forEach(say)
    return [
      atMost(50, 'main loads in plain Node', await timeToLoad(), 'ms'),
      atMost(0, 'libraries that one process has twice', doubles.length, 'count'),
    ]
  },
}

/** The median of several first loads, without V8's cache of compiled code. */
async function timeToLoad(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'giftwell-bench-desktop-'))
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', GIFTWELL_BENCH_FOLDER: folder }
  const main = pathToFileURL(join(desktopOutput, 'main', 'main.js')).href
  try {
    const times: number[] = []
    for (let load = 0; load < loads; load += 1) {
      const program = join(import.meta.dirname, 'time-desktop-main.ts')
      const { stdout } = await promisify(execFile)(process.execPath, [program, main], { env })
      times.push(Number(stdout))
    }
    return median(times)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
