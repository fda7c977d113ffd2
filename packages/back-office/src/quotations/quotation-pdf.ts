import type { Content, TableCell } from 'pdfmake/build/pdfmake.js'

import type { SentVersion } from '@giftwell/shared/quotations/quotation.ts'
import {
  quotationSheet,
  type QuotationSheet,
  sheetLabels,
  type SheetLine,
  type SheetParty,
} from '@giftwell/shared/quotations/quotation-sheet.ts'
import { blocksOf } from '@giftwell/shared/quotations/sheet-blocks.ts'
import {
  type DocumentFonts,
  drawnPdf,
  gutter,
  padding,
  pageWidth,
  quiet,
  spaceBelow,
  tableLines,
} from './drawn-pdf.ts'

/** All columns have widths in points: one that may grow grows with its longest word, over the edge of the paper. */
const half = (pageWidth - gutter) / 2

/**
 * A quotation as a PDF of A4 pages: its sheet with the frozen figures, or those that were accepted (product.md, section 2, Quotations).
 *
 * @param pictures data URLs of JPEG pictures in the ratio of a card, by the address of the line's picture
 * @param fonts the first one, with Latin and Devanagari, and those of `pdfFonts` that the version needs, by their names
 */
export async function quotationPdf(
  version: SentVersion,
  pictures: Readonly<Record<string, string>>,
  fonts: DocumentFonts,
): Promise<Uint8Array> {
  const sheet = quotationSheet(version)
  return drawnPdf(
    {
      title: sheet.title,
      author: sheet.seller.name,
      closing: sheet.closing,
      colour: sheet.seller.colour,
      images: pictures,
      content: [
        head(sheet, pictures),
        parties(sheet),
        ...(sheet.message === null ? [] : [{ text: sheet.message, margin: spaceBelow }]),
        lines(sheet, pictures),
        totals(sheet),
        ...offers(sheet),
        foot(sheet),
      ],
    },
    fonts,
  )
}

function head({ title, seller, dates }: QuotationSheet, pictures: Readonly<Record<string, string>>): Content {
  const { name, lines: texts, logo_url: logo } = seller
  const hasLogo = logo != null && pictures[logo] !== undefined
  return {
    margin: spaceBelow,
    columnGap: gutter,
    columns: [
      {
        width: half,
        stack: [
          ...(hasLogo
            ? [
                {
                  image: logo,
                  fit: [half, 36] as [number, number],
                  margin: [0, 0, 0, 6] as [number, number, number, number],
                },
              ]
            : []),
          { text: name, style: 'mark', fontSize: 13 },
          ...texts,
        ],
      },
      {
        width: half,
        alignment: 'right',
        stack: [{ text: title, style: 'mark', fontSize: 15 }, ...dates],
      },
    ],
  }
}

function parties({ buyer, facts, accepted }: QuotationSheet): Content {
  const party = ({ label, name, lines: texts }: SheetParty) => [
    { text: label, color: quiet },
    { text: name, bold: true },
    ...texts,
  ]
  return {
    margin: spaceBelow,
    columnGap: gutter,
    columns: [
      { width: half, stack: party(buyer) },
      {
        width: half,
        stack: [...facts.flatMap(({ label, text }) => [{ text: label, color: quiet }, text]), accepted ?? ''],
      },
    ],
  }
}

interface LineColumn {
  readonly head: string
  /** The text of a line, and smaller ones below; undefined for the item, which takes the remaining width. */
  readonly texts?: (line: SheetLine, index: number) => readonly (string | null)[]
  readonly isLeft?: boolean
}

function columnsOf({ hasTax }: QuotationSheet): readonly LineColumn[] {
  return [
    { head: sheetLabels.number, texts: (_, index) => [String(index + 1)], isLeft: true },
    { head: sheetLabels.item, isLeft: true },
    { head: sheetLabels.hsn, texts: ({ line }) => [line.hsn], isLeft: true },
    { head: sheetLabels.quantity, texts: ({ offer }) => [offer.quantity] },
    { head: sheetLabels.price, texts: ({ offer }) => [offer.price] },
    {
      head: hasTax ? sheetLabels.taxable : sheetLabels.amount,
      texts: ({ offer }) => [offer.taxable, offer.discount],
    },
    ...(hasTax ? [{ head: sheetLabels.gst, texts: ({ offer, rate }: SheetLine) => [offer.gst, rate] }] : []),
    { head: sheetLabels.total, texts: ({ offer }) => [offer.total, offer.perGift] },
  ]
}

function lines(sheet: QuotationSheet, pictures: Readonly<Record<string, string>>): Content {
  const columns = columnsOf(sheet)
  const chosen = sheet.lines.filter(({ isChosen }) => isChosen)
  const ems = columns.map(({ head: label, texts }) =>
    texts === undefined
      ? 0
      : Math.max(
          emsOf(label),
          ...chosen.flatMap((line, index) =>
            texts(line, index).map((text, at) => emsOf(text) * (at === 0 ? 1 : small)),
          ),
        ),
  )
  const leftAt = (size: number) =>
    pageWidth - (columns.length - 1) * 2 * padding - ems.reduce((sum, each) => sum + each) * size
  // Crores in every column leave little to the item.
  const size = [8.5, 7.5, 6.5].find((each) => leftAt(each) > 110) ?? 5.5
  const left = leftAt(size)
  const cell = ({ texts, isLeft = false }: LineColumn, line: SheetLine, index: number): TableCell =>
    texts === undefined
      ? item(line, pictures, left, size)
      : {
          alignment: isLeft ? 'left' : 'right',
          stack: texts(line, index).flatMap((text, at) =>
            text === null ? [] : [at === 0 ? text : { text, color: quiet, fontSize: size * small }],
          ),
        }
  return {
    fontSize: size,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: ems.map((each) => each * size || left),
      body: [
        columns.map(({ head: text, isLeft = false }) => ({
          text,
          bold: true,
          noWrap: true,
          alignment: isLeft ? 'left' : 'right',
        })),
        ...blocksOf(chosen).flatMap(({ heading, lines: block }) => [
          ...(heading === null
            ? []
            : [
                [
                  { text: heading, style: 'mark', colSpan: columns.length },
                  ...columns.slice(1).map(() => ''),
                ],
              ]),
          ...block.map((line) => columns.map((column) => cell(column, line, chosen.indexOf(line)))),
        ]),
      ],
    },
    layout: tableLines(columns.length),
  }
}

/** The font size of the small text below a figure, relative to the figure's. */
const small = 0.82

/** Ems that a short text of figures or Latin letters needs at most. */
function emsOf(text: string | null): number {
  if (text === null) return 0
  const narrow = text.replaceAll(/[^.,\s]/g, '').length
  const figures = text.replaceAll(/[^\d₹]/g, '').length
  return narrow * 0.28 + figures * 0.58 + (text.length - narrow - figures) * 0.68
}

function item(
  { line, name, mrp }: SheetLine,
  pictures: Readonly<Record<string, string>>,
  width: number,
  size: number,
): TableCell {
  const { code, note, image_url: image } = line
  const texts = [
    { text: name, bold: true },
    ...[code, mrp, note]
      .filter((text) => text !== null)
      .map((text) => ({ text, color: quiet, fontSize: size * 0.88 })),
  ]
  if (image === null || pictures[image] === undefined) return { stack: texts }
  return {
    columnGap: 6,
    columns: [
      { image, width: 36, height: 27 },
      { stack: texts, width: width - 42 },
    ],
  }
}

function totals({ sums, total, words, perGift }: QuotationSheet): Content {
  const width = 110
  const row = (label: string, text: string, style = {}) => [
    { text: label, ...style },
    { text, alignment: 'right' as const, ...style },
  ]
  return {
    unbreakable: true,
    margin: [0, 8, 0, 12],
    columnGap: gutter,
    columns: [
      {
        width: pageWidth - 2 * width - gutter,
        stack: [{ text: sheetLabels.inWords, color: quiet }, words],
      },
      {
        width: 2 * width,
        stack: [
          {
            layout: 'noBorders',
            table: {
              widths: [width - 16, width],
              body: [
                ...sums.map(({ label, text }) => row(label, text)),
                row(total.label, total.text, { bold: true, fontSize: 11 }),
              ],
            },
          },
          { text: perGift ?? '', alignment: 'right', margin: [0, 2, 8, 0] },
        ],
      },
    ],
  }
}

/** What else is offered: other quantities of a line, and other lines of an option. */
function offers({ lines: all }: QuotationSheet): Content[] {
  const rows = all.flatMap(({ line: { option }, name, isChosen, offers: each }) =>
    each
      .filter(({ isSelected }) => !(isChosen && isSelected))
      .map(({ text, amount, perGift }) => [
        option === null ? name : `${option}: ${name}`,
        { text, alignment: 'right' as const },
        { text: amount, alignment: 'right' as const },
        { text: perGift ?? '', alignment: 'right' as const },
      ]),
  )
  if (rows.length === 0) return []
  return [
    { text: sheetLabels.offers, style: 'mark', margin: [0, 0, 0, 2] },
    {
      table: { widths: [pageWidth - 330 - 8 * 4, 110, 100, 120], body: rows },
      layout: 'lightHorizontalLines',
      margin: spaceBelow,
    },
  ]
}

function foot({ sections, sentences }: QuotationSheet): Content {
  return {
    stack: [
      ...sections.flatMap(({ title, text }) => [
        { text: title, style: 'mark' },
        { text, margin: spaceBelow },
      ]),
      sentences.join(' '),
    ],
  }
}
