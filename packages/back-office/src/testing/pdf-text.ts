import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type { SentVersion } from '@giftwell/shared/quotations/quotation.ts'
import { extractText, getDocumentProxy } from 'unpdf'

import { quotationPdf } from '../quotations/quotation-pdf.ts'

const { resolve } = createRequire(import.meta.url)
const font = (name: string) =>
  readFileSync(resolve(`@expo-google-fonts/noto-sans-devanagari/${name}.ttf`)).toString('base64')

/** The font with Latin and Devanagari. */
const firstFont = {
  normal: font('400Regular/NotoSansDevanagari_400Regular'),
  bold: font('600SemiBold/NotoSansDevanagari_600SemiBold'),
}

/** The text of a quotation's PDF without pictures. */
export async function pdfText(version: SentVersion): Promise<string> {
  const pdf = await quotationPdf(version, {}, { first: firstFont })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text.join(' ')
}
