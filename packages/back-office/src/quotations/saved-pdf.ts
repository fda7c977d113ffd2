import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import type { SavedFile } from '@giftwell/shared/platform/platform.ts'
import { quotationName, type SentVersion } from '@giftwell/shared/quotations/quotation.ts'
import { quotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'
import type { PdfRequest } from './quotation-pdf.worker.ts'

/**
 * A version as a PDF to save, for staff and for its buyer (product.md, section 2, Quotations).
 * @throws AppError where it cannot be made
 */
export async function savedPdf(version: SentVersion, config: BackendConfig): Promise<SavedFile> {
  const { lines, seller } = quotationSheet(version)
  const urls = [
    ...lines.flatMap(({ line, isChosen }) => (isChosen ? (line.image_url ?? []) : [])),
    ...(seller.logo_url ? [seller.logo_url] : []),
  ]
  const pictures = [...new Set(urls)].map((url) => ({ url, address: imageAddress(config, url) }))
  const content = new Blob([await makeInWorker({ version, pictures })], { type: 'application/pdf' })
  const name = quotationName(version.number, version.revision).replaceAll('/', '-')
  return { name: `quotation-${name}.pdf`, content }
}

const timeoutMs = 60_000

/** Makes a PDF in a worker, so that the page stays responsive and the library is loaded with the first one. */
function makeInWorker(request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./quotation-pdf.worker.ts', import.meta.url), { type: 'module' })
  const failed = (cause?: unknown) =>
    new AppError('unexpected', 'The PDF could not be made. Press Download PDF to try again', { cause })
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
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
  }).finally(() => worker.terminate())
}
