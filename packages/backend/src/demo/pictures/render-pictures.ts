import { EventEmitter, on } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { DemoImage } from '../../first-start/demo-target.ts'
import type { Picture } from './picture-list.ts'
import type { RenderShare } from './render-worker.ts'

/** More threads than this would wait for the database and the disk. */
const mostThreads = 4

/**
 * Renders pictures (640 by 480) with their smaller sizes, and logos, as WebP and gives them in batches, in whatever order they are done. It
 * starts at once, on as many threads as the machine has cores, and ends early when `signal` is aborted.
 * @throws when a thread fails; nothing more comes then
 */
export function renderPictures(
  { pictures, logos }: RenderShare,
  signal: AbortSignal,
): AsyncIterable<readonly DemoImage[]> {
  const done = new EventEmitter<{ batch: [readonly DemoImage[]]; end: []; error: [Error] }>()
  const batches = on(done, 'batch', { close: ['end'] })
  const parts = shares(pictures, Math.min(mostThreads, availableParallelism()))
  let running = parts.length
  parts.forEach((part, index) => {
    const workerData: RenderShare = { pictures: part, logos: index === 0 ? logos : [] }
    const worker = new Worker(new URL('render-worker.ts', import.meta.url), { workerData })
    signal.addEventListener('abort', () => void worker.terminate(), { once: true })
    worker.on('message', (batch: readonly DemoImage[]) => done.emit('batch', batch))
    worker.on('error', (error) =>
      done.emit('error', error instanceof Error ? error : new Error(String(error))),
    )
    worker.on('exit', () => {
      running -= 1
      if (running === 0) done.emit('end')
    })
  })
  return first(batches)
}

async function* first(
  batches: AsyncIterable<readonly (readonly DemoImage[])[]>,
): AsyncGenerator<readonly DemoImage[]> {
  for await (const [batch] of batches) if (batch) yield batch
}

/** Parts the pictures so that those before the same backdrop stay together: it is painted once for all of them. */
function shares(pictures: readonly Picture[], count: number): Picture[][] {
  const backdrops = [...Map.groupBy(pictures, ({ backdrop, palette }) => `${backdrop} ${palette}`).values()]
  const parts: Picture[][] = Array.from({ length: count }, () => [])
  for (const group of backdrops.toSorted((a, b) => b.length - a.length)) {
    const smallest = parts.reduce((least, part) => (part.length < least.length ? part : least))
    smallest.push(...group)
  }
  return parts
}
