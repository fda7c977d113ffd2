import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
} from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A stored file as pictures. */
export interface ShownFile {
  /** Their addresses in this page. */
  readonly pictures: readonly string[]
  /** How many pages the file has, of which the first are shown. */
  readonly pages: number
}

/** The most pages that are drawn. */
const mostPages = 5

/** The most pixels of a drawn page's longer side. */
const mostPixels = 1600

/** The most pixels of a picture in a PDF, which is left out beyond. */
const mostOfPicture = 40_000_000

const timeoutMs = 30_000

/**
 * Draws the first pages of a PDF, a stranger's file: what it has of scripts, forms and addresses is not read, and a worker parses it, which
 * ends with the last page.
 * @throws where it is damaged, locked or takes too long
 */
export async function pdfPages(content: Uint8Array): Promise<ShownFile> {
  const port = new Worker(new URL('./pdf-pages.worker.ts', import.meta.url), { type: 'module' })
  const loading = getDocument({
    data: content,
    worker: PDFWorker.create({ port }),
    enableXfa: false,
    useWasm: false,
    useSystemFonts: true,
    maxImageSize: mostOfPicture,
    verbosity: 0,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Timed out')), timeoutMs)
  })
  try {
    return await Promise.race([drawn(await Promise.race([loading.promise, late])), late])
  } finally {
    clearTimeout(timer)
    // A worker that is busy does not answer.
    port.terminate()
    void loading.destroy().catch(() => undefined)
  }
}

async function drawn(file: PDFDocumentProxy): Promise<ShownFile> {
  const pictures: string[] = []
  for (let page = 1; page <= Math.min(file.numPages, mostPages); page += 1)
    pictures.push(await pictureOf(await file.getPage(page)))
  return { pictures, pages: file.numPages }
}

async function pictureOf(page: PDFPageProxy): Promise<string> {
  const { width, height } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: mostPixels / Math.max(width, height) })
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  await page.render({ canvas, viewport }).promise
  return canvas.toDataURL('image/png')
}
