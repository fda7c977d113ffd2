import type { Sheet } from './sheet.ts'

/** Milliseconds; 50,000 rows take a few seconds, a sheet with a million blank rows up to half a minute. */
const readTimeoutMs = 120_000

/**
 * Reads a file in a worker, so that the page stays responsive, and its memory is freed.
 *
 * @throws {Error} with a sentence for the user
 */
export function readInWorker(file: File, wanted?: string): Promise<Sheet> {
  const worker = new Worker(new URL('./read-table.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Sheet>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ sheet: Sheet } | { error: string }>) => {
      if ('sheet' in data) resolve(data.sheet)
      else reject(new Error(data.error))
    })
    worker.addEventListener('error', () => reject(new Error('The file could not be read.')))
    setTimeout(() => reject(new Error('The file could not be read within two minutes.')), readTimeoutMs)
    worker.postMessage({ file, wanted }, [])
  }).finally(() => worker.terminate())
}
