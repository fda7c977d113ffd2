import {
  type DocumentFonts,
  drawnPdf,
  landscapeWidth,
  padding,
  quiet,
  spaceBelow,
  tableLines,
} from './drawn-pdf.ts'

/** A table as a document, all of it texts that a worker can be sent. */
export interface PdfTable {
  readonly title: string
  readonly author: string
  /** Between the title and the table. */
  readonly facts: readonly string[]
  readonly columns: readonly {
    readonly header: string
    /** Points; missing for the column that takes the rest. */
    readonly width?: number
    readonly isRight?: boolean
  }[]
  readonly rows: readonly (readonly string[])[]
}

/** A table as a PDF of A4 pages on their side, each with the head of the table. */
export function tablePdf(
  { title, author, facts, columns, rows }: PdfTable,
  fonts: DocumentFonts,
): Promise<Uint8Array> {
  const left = columns.reduce(
    (sum, { width = 0 }) => sum - width,
    landscapeWidth - 2 * padding * (columns.length - 1),
  )
  const cells = (texts: readonly string[], style = {}) =>
    columns.map(({ isRight = false }, index) => ({
      text: texts[index] ?? '',
      alignment: isRight ? ('right' as const) : ('left' as const),
      ...style,
    }))
  return drawnPdf(
    {
      title,
      author,
      isLandscape: true,
      content: [
        { text: author, color: quiet },
        { text: title, style: 'mark', fontSize: 15, margin: spaceBelow },
        { stack: [...facts], margin: spaceBelow },
        {
          table: {
            headerRows: 1,
            dontBreakRows: true,
            widths: columns.map(({ width = left }) => width),
            body: [
              cells(
                columns.map(({ header }) => header),
                { bold: true },
              ),
              ...rows.map((row) => cells(row)),
            ],
          },
          layout: tableLines(columns.length),
        },
      ],
    },
    fonts,
  )
}
