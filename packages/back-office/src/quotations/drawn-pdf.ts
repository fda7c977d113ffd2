import pdfMake, { type Content, type CustomTableLayout } from 'pdfmake/build/pdfmake.js'

import { themeColours } from '@giftwell/shared/kernel/brand.ts'
import { fontRuns } from './pdf-fonts.ts'

/** The two weights of a font, in base64. */
type PdfFonts = Record<'normal' | 'bold', string>

/** The first font, with Latin and Devanagari, and others by their names. */
export type DocumentFonts = Readonly<Record<string, PdfFonts>> & { readonly first: PdfFonts }

/** Points between the margins of A4. */
export const pageWidth = 523
/** Points between the margins of A4 on its side. */
export const landscapeWidth = 770
export const quiet = '#5f5468'
export const spaceBelow: [number, number, number, number] = [0, 0, 0, 10]
/** Points between columns of texts. */
export const gutter = 24
/** A cell's padding, in points. */
export const padding = 5

/** The lines of a table with so many columns. */
export function tableLines(columns: number): CustomTableLayout {
  return {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => '#cfc4b6',
    paddingLeft: (index) => (index === 0 ? 0 : padding),
    paddingRight: (index) => (index === columns - 1 ? 0 : padding),
  }
}

/** A document of A4 pages. */
interface PdfDocument {
  readonly title: string
  readonly author: string
  /** Beside the title at the foot of each page. */
  readonly closing?: string
  /** The highlight colour; by default the theme's. */
  readonly colour?: string | null | undefined
  readonly isLandscape?: boolean
  readonly images?: Readonly<Record<string, string>>
  readonly content: Content[]
}

/** A document as a PDF, with its title and the numbers of the pages at their feet. */
export async function drawnPdf(document: PdfDocument, fonts: DocumentFonts): Promise<Uint8Array> {
  let cause: unknown
  for (const features of markFeatures)
    try {
      return await drawn(document, fonts, features)
    } catch (error) {
      cause = error
    }
  throw new Error('The fonts cannot be laid out', { cause })
}

type Features = Readonly<Record<string, false>>

/** The layout fails at a mark without an anchor in its font: then use the font's default positions. */
const markFeatures: readonly Features[] = [
  {},
  { abvm: false },
  { abvm: false, blwm: false, mark: false, mkmk: false },
]

function drawn(
  { title, author, closing, colour, isLandscape = false, images = {}, content }: PdfDocument,
  fonts: DocumentFonts,
  features: Features,
): Promise<Uint8Array> {
  const half = ((isLandscape ? landscapeWidth : pageWidth) - gutter) / 2
  const files = Object.entries(fonts).flatMap(([name, weights]) =>
    Object.entries(weights).map(([weight, file]) => [`${name} ${weight}`, file] as const),
  )
  pdfMake.addVirtualFileSystem(Object.fromEntries(files))
  pdfMake.setFonts(
    Object.fromEntries(
      Object.keys(fonts).map((name) => [name, { normal: `${name} normal`, bold: `${name} bold` }]),
    ),
  )
  return pdfMake
    .createPdf({
      info: { title, author },
      language: 'en-IN',
      displayTitle: true,
      pageSize: 'A4',
      pageOrientation: isLandscape ? 'landscape' : 'portrait',
      pageMargins: [36, 36, 36, 48],
      defaultStyle: { font: 'first', fontSize: 8.5, lineHeight: 1.1 },
      styles: { mark: { bold: true, color: colour ?? themeColours.primary } },
      images: { ...images },
      footer: (page, pages) => ({
        margin: [36, 14, 36, 0],
        color: quiet,
        fontSize: 7.5,
        columns: [
          { width: half, text: closing === undefined ? title : `${title}. ${closing}` },
          { width: half, text: `page ${page} of ${pages}`, alignment: 'right' },
        ],
        columnGap: gutter,
      }),
      content: withFonts(content, features),
    })
    .getBuffer()
}

/** A part of a document with its texts in the runs of their fonts: elements of arrays, and what is called `text`. */
function withFonts<Part>(part: Part, features: Features): Part {
  const inRuns = (text: string) => {
    const runs = fontRuns(text)
    if (runs.every(({ font }) => font === undefined)) return runs.map((run) => run.text).join('')
    return runs.map(({ text: run, font }) =>
      font === undefined ? run : { text: run, font: font.name, fontFeatures: features },
    )
  }
  // The copies have the same shape.
  if (Array.isArray(part))
    return part.map((each: unknown) =>
      typeof each === 'string' ? { text: inRuns(each) } : withFonts(each, features),
    ) as Part
  if (typeof part !== 'object' || part === null) return part
  const copied = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    name === 'text' && typeof value === 'string' ? inRuns(value) : withFonts(value, features),
  ])
  return Object.fromEntries(copied) as Part
}
