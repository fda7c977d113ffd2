import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import type { SavedFile } from '@giftwell/shared/platform/platform.ts'
import { quotationName, type SentVersion } from '@giftwell/shared/quotations/quotation.ts'
import { quotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'
import { pdfInWorker } from './pdf-in-worker.ts'

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
  const name = quotationName(version.number, version.revision).replaceAll('/', '-')
  return { name: `quotation-${name}.pdf`, content: await pdfInWorker({ version, pictures }) }
}
