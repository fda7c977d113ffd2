import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { buildDesktop, desktopOutput } from '../desktop/build-desktop.ts'
import {
  bytesOf,
  type BundledFile,
  doubledCode,
  loadedAtStart,
  readBundleList,
} from '../desktop/bundle-list.ts'
import { configuredConnection } from '../desktop/configured-connection.ts'
import { type BenchPart, type Measurement, median } from './measurement.ts'

/** Each load is that of a new process. */
const loads = 15

/** How long main takes to load in plain Node, what each process loads first, and what it contains twice. */
export const desktopPart: BenchPart = {
  title: 'The desktop app: what its start loads',
  async run(say) {
    await buildDesktop({ when: 'stale', connection: configuredConnection(process.env, null), say })
    const [main, preload, page] = await Promise.all([
      readBundleList('main'),
      readBundleList('preload'),
      readBundleList('renderer'),
    ])
    const atStart = loadedAtStart(main, 'main.js')
    const doubles = [main, preload, page].flatMap(doubledCode)
    doubles.forEach(say)
    const kilobytes = (name: string, files: readonly BundledFile[]): Measurement => ({
      name,
      value: bytesOf(files) / 1000,
      unit: 'KB',
    })
    return [
      { name: 'main loads in plain Node', value: await timeToLoad(), unit: 'ms', target: { atMost: 50 } },
      kilobytes('what main loads at start', atStart),
      kilobytes(
        'what main loads later (the updater)',
        main.filter((file) => !atStart.includes(file)),
      ),
      kilobytes('the preload', preload),
      kilobytes('scripts that the page loads first', await firstOfPage(page)),
      {
        name: 'libraries that one process has twice',
        value: doubles.length,
        unit: 'count',
        target: { atMost: 0 },
      },
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

/** What the page names itself, with its imports. */
async function firstOfPage(files: readonly BundledFile[]): Promise<readonly BundledFile[]> {
  const html = await readFile(join(desktopOutput, 'renderer', 'index.html'), 'utf8')
  const entries = [...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, name = '']) => name)
  return [...new Set(entries.flatMap((entry) => loadedAtStart(files, entry)))]
}
