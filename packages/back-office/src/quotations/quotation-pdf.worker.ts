import boldFont from '@expo-google-fonts/noto-sans-devanagari/600SemiBold/NotoSansDevanagari_600SemiBold.ttf?url'
import normalFont from '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf?url'

import { cropToCard, sizeName } from '@giftwell/shared/images/image-sizes.ts'
import { dataUrlOf } from '@giftwell/shared/kernel/data-url.ts'
import type { SentVersion } from '@giftwell/shared/quotations/quotation.ts'
import type { DocumentFonts } from './drawn-pdf.ts'
import { fontsOf, type PdfFont, siteFontPath } from './pdf-fonts.ts'
import { quotationPdf } from './quotation-pdf.ts'
import { type PdfTable, tablePdf } from './table-pdf.ts'

/** The worker's input: a version, and the absolute address of each of its pictures. */
export interface PdfRequest {
  readonly version: SentVersion
  readonly pictures: readonly { readonly url: string; readonly address: string }[]
}

/** The input for another document. */
export interface TableRequest {
  readonly table: PdfTable
}

/** Pixels of a picture in print: 190 to the inch. About 4 KB each. */
const thumbnail = { width: 96, height: 72 }
const quality = 0.75
const pictureTimeoutMs = 5000

// Responds once; the page terminates it.
addEventListener('message', ({ data }: MessageEvent<PdfRequest | TableRequest>) => {
  const made = 'table' in data ? makeTable(data) : makePdf(data)
  made.then(
    (pdf) => postMessage({ pdf }),
    (error: unknown) => postMessage({ failure: String(error) }),
  )
})

async function makePdf({ version, pictures }: PdfRequest): Promise<Uint8Array> {
  const [fonts, ...read] = await Promise.all([
    readFonts(version),
    ...pictures.map(async ({ url, address }) => [url, await readPicture(address)] as const),
  ])
  const found = read.flatMap(([url, picture]) => (picture === null ? [] : [[url, picture] as const]))
  return quotationPdf(version, Object.fromEntries(found), fonts)
}

async function makeTable({ table }: TableRequest): Promise<Uint8Array> {
  return tablePdf(table, await readFonts(table))
}

/** The fonts for the drawn texts. */
async function readFonts(texts: object): Promise<DocumentFonts> {
  const [normal, bold, ...more] = await Promise.all([
    readFont(normalFont),
    readFont(boldFont),
    ...fontsOf(texts).map(readSiteFont),
  ])
  return { ...Object.fromEntries(more), first: { normal, bold } }
}

/** A font in its weights, which the desktop app has from its site. */
async function readSiteFont({ name, normal, bold }: PdfFont) {
  const file = (path: string) => readFont(siteFontPath(path))
  return [name, { normal: await file(normal), bold: await file(bold) }] as const
}

async function readFont(address: string): Promise<string> {
  const response = await fetch(new URL(address, import.meta.url))
  if (!response.ok) throw new Error(`The font answered ${response.status}`)
  const url = await dataUrlOf(await response.blob())
  return url.slice(url.indexOf(',') + 1)
}

/** A picture as a small JPEG; null for an unreadable one, which the quotation can do without. */
async function readPicture(address: string): Promise<string | null> {
  // The smallest stored size; an external picture has none.
  for (const source of [sizeName(address, 320), address]) {
    const picture = await fetch(source, { signal: AbortSignal.timeout(pictureTimeoutMs) })
      .then((response) => (response.ok ? response.blob() : null))
      .then((blob) => blob && createImageBitmap(blob))
      .catch(() => null)
    if (picture !== null) return dataUrlOf(await drawn(picture))
  }
  return null
}

function drawn(picture: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(thumbnail.width, thumbnail.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const { x, y, width, height } = cropToCard(picture)
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
