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
  /** The number of pages; only the first are shown. */
  readonly pages: number
  /** Whether the pictures show all of it: every page, with every picture in it. */
  readonly isWhole: boolean
}

const mostPages = 5

/** The most pixels of a drawn page's longer side. */
const mostPixels = 1600

/** The most pixels of a picture in a PDF, which is left out beyond. */
const mostOfPicture = 40_000_000

const timeoutMs = 30_000

/**
 * Draws the first pages of an untrusted PDF, without its scripts, forms and links. A worker parses it, and ends
 * with the last page.
 * @throws if it is damaged, locked or takes too long
 */
export async function pdfPages(content: Uint8Array): Promise<ShownFile> {
  // Before the worker takes the content.
  const leavesOut = hasLargePicture(content)
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
    const shown = await Promise.race([drawn(await Promise.race([loading.promise, late])), late])
    return { ...shown, isWhole: shown.isWhole && !leavesOut }
  } finally {
    clearTimeout(timer)
    // A worker that is busy does not answer.
    port.terminate()
    void loading.destroy().catch(() => undefined)
  }
}

/** Whether a PDF has a picture that is left out for its size. A stream's dictionary is never compressed itself. */
function hasLargePicture(content: Uint8Array): boolean {
  const parts = new TextDecoder('latin1').decode(content).split(/\bstream\b/)
  return parts.some((part) => {
    const dictionary = part.slice(part.lastIndexOf(' obj'))
    const [width = 0, height = 0] = [/\/Width\s+(\d+)/, /\/Height\s+(\d+)/].map((side) =>
      Number(side.exec(dictionary)?.[1] ?? 0),
    )
    return width * height > mostOfPicture
  })
}

async function drawn(file: PDFDocumentProxy): Promise<ShownFile> {
  const pictures: string[] = []
  let isWhole = file.numPages <= mostPages
  for (let number = 1; number <= Math.min(file.numPages, mostPages); number += 1) {
    const page = await file.getPage(number)
    pictures.push(await pictureOf(page))
    // A picture that was not read, such as a JPEG 2000, is null.
    isWhole &&= [...page.objs, ...page.commonObjs].every(([, data]) => data !== null)
  }
  return { pictures, pages: file.numPages, isWhole }
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
