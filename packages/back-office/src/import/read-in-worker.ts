import type { Sheet } from './read-table.ts'

/** Milliseconds; 50,000 rows take a few seconds. */
const readTimeoutMs = 60_000

/**
 * Reads a CSV or XLSX file in a worker, so that the page stays responsive, and its memory is freed.
 *
 * @throws {Error} with a sentence for the user
 */
export function readInWorker(file: File): Promise<Sheet> {
  const worker = new Worker(new URL('./read-table.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Sheet>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ sheet: Sheet } | { error: string }>) => {
      if ('sheet' in data) resolve(data.sheet)
      else reject(new Error(data.error))
    })
    worker.addEventListener('error', () => reject(new Error('The file could not be read.')))
    setTimeout(() => reject(new Error('The file could not be read within a minute.')), readTimeoutMs)
    worker.postMessage(file, [])
  }).finally(() => worker.terminate())
}
