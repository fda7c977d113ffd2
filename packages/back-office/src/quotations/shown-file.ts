import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { type OrderFile, orderBlob } from '@giftwell/shared/quotations/buyer-details.ts'
import type { ShownFile } from './pdf-pages.ts'

const problem = 'This file cannot be shown here. Download it to see it.'

/** Whether a file of this name can be shown on a press: a picture, a PDF, or an AI file, which has a PDF in it. */
export function canBeShown(name: string): boolean {
  return /\.(?:pdf|ai|svg|png|jpg|webp)$/i.test(name)
}

/**
 * Shows a stored file as pictures. The library that draws PDFs is loaded with the first one.
 * @throws {AppError} for a format that browsers cannot draw, and a damaged or locked PDF
 */
export async function shownFile(file: OrderFile): Promise<ShownFile> {
  if (file.type.startsWith('image/'))
    return { pictures: [`data:${file.type};base64,${file.content}`], pages: 1, isWhole: true }
  if (file.type !== 'application/pdf') throw new AppError('invalid', problem)
  const bytes = new Uint8Array(await orderBlob(file).content.arrayBuffer())
  try {
    const { pdfPages } = await import('./pdf-pages.ts')
    return await pdfPages(bytes)
  } catch (cause) {
    throw new AppError('invalid', problem, { cause })
  }
}
