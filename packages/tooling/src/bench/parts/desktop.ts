import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { buildDesktop, desktopOutput } from '../../desktop/build-desktop.ts'
import { type BundledFile, readBundleList } from '../../desktop/bundle-list.ts'
import { configuredConnection } from '../../desktop/configured-connection.ts'
import { doubledCode } from '../../desktop/doubled-code.ts'
import { bytesOf, loadedAtStart } from '../../desktop/loaded-at-start.ts'
import type { BenchPart } from '../bench-part.ts'

const run = promisify(execFile)

/** How often main is loaded, each time by a process that has loaded nothing before. */
const loads = 15

/** How long main takes to load in plain Node, what each process loads first, and what is there twice. */
export const desktopPart: BenchPart = {
  name: 'desktop',
  title: 'The desktop app: what its start loads',
  async run({ say }) {
    await buildDesktop({ when: 'stale', connection: configuredConnection(process.env, null), say })
    const main = await readBundleList('main')
    const preload = await readBundleList('preload')
    const page = await readBundleList('renderer')
    const doubles = [main, preload, page].flatMap(doubledCode)
    doubles.forEach(say)
    return [
      { name: 'main loads in plain Node', value: await timeToLoad(), unit: 'ms', target: { atMost: 50 } },
      { name: 'what main loads at start', value: kilobytes(loadedAtStart(main, 'main.js')), unit: 'KB' },
      { name: 'what main loads later (the updater)', value: kilobytes(later(main, 'main.js')), unit: 'KB' },
      { name: 'the preload', value: kilobytes(preload), unit: 'KB' },
      { name: 'scripts that the page loads first', value: kilobytes(await firstOfPage(page)), unit: 'KB' },
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
  try {
    const times: number[] = []
    for (let load = 0; load < loads; load += 1) {
      const { stdout } = await run(
        process.execPath,
        [
          join(import.meta.dirname, 'desktop', 'time-main.ts'),
          pathToFileURL(join(desktopOutput, 'main', 'main.js')).href,
        ],
        { env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1', GIFTWELL_BENCH_FOLDER: folder } },
      )
      times.push(Number(stdout))
    }
    return times.toSorted((a, b) => a - b)[Math.floor(loads / 2)] ?? Number.NaN
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function later(files: readonly BundledFile[], entry: string): readonly BundledFile[] {
  const first = new Set(loadedAtStart(files, entry))
  return files.filter((file) => !first.has(file))
}

/** What the page names itself; the rest comes by import. */
async function firstOfPage(files: readonly BundledFile[]): Promise<readonly BundledFile[]> {
  const html = await readFile(join(desktopOutput, 'renderer', 'index.html'), 'utf8')
  const entries = [...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, name = '']) => name)
  return [...new Set(entries.flatMap((entry) => loadedAtStart(files, entry)))]
}

function kilobytes(files: readonly BundledFile[]): number {
  return bytesOf(files) / 1000
}
