import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { PdfRequest, TableRequest } from './quotation-pdf.worker.ts'

const timeoutMs = 60_000

/**
 * Makes a PDF in a worker, so that the page stays responsive and the library is loaded with the first one.
 * @throws AppError where it cannot be made
 */
export async function pdfInWorker(request: PdfRequest | TableRequest): Promise<Blob> {
  const worker = new Worker(new URL('./quotation-pdf.worker.ts', import.meta.url), { type: 'module' })
  const failed = (cause?: unknown) =>
    new AppError('unexpected', 'The PDF could not be made. Press Download PDF to try again', { cause })
  const made = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ pdf: Uint8Array<ArrayBuffer> } | { failure: string }>) => {
        if ('pdf' in data) resolve(data.pdf)
        else reject(failed(data.failure))
      },
    )
    worker.addEventListener('error', ({ message }) => reject(failed(message)))
    setTimeout(() => reject(failed('Timed out')), timeoutMs)
    worker.postMessage(request, [])
  })
  try {
    return new Blob([await made], { type: 'application/pdf' })
  } finally {
    worker.terminate()
  }
}
