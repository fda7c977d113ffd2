import { headScore } from './import-columns.ts'
import { FileError, filledRow, maxRows, type Sheet, type SheetRow } from './sheet.ts'

const separators = [',', ';', '\t', '|']

/** Characters that a separator is found in. */
const sampleLength = 65_536

/** Excel's limit for a cell: a quotation mark that opens a longer one is a stray one. */
const maxCell = 32_767

/**
 * Reads a CSV text with any usual separator. Cells may be quoted and hold line breaks. A line with quotation marks that do not
 * match is a row with a problem, and swallows none of the lines below.
 */
export function readCsv(text: string): Sheet {
  const separator = separatorOf(text.slice(0, sampleLength))
  let parsed = parse(text, { separator, escape: '"' })
  if (parsed.malformed > 0 && text.includes(String.raw`\"`)) {
    const escaped = parse(text, { separator, escape: '\\' })
    if (escaped.malformed < parsed.malformed) parsed = escaped
  }
  return parsed
}

/** The separator by which the first rows have most titles, or else most often the same number of cells. */
function separatorOf(text: string): string {
  const scores = separators.map((separator) => {
    const { rows } = parse(text, { separator, escape: '"' })
    const widths = rows.slice(0, 30).map(({ cells }) => cells.length)
    const same = Math.max(0, ...widths.map((width) => widths.filter((other) => other === width).length))
    return headScore(rows) * 10_000 + (Math.max(0, ...widths) > 1 ? same * 100 + (widths[0] ?? 0) : 0)
  })
  return separators[scores.indexOf(Math.max(...scores))] ?? ','
}

interface Dialect {
  readonly separator: string
  /** The text before a quotation mark inside a quoted cell. */
  readonly escape: '"' | '\\'
  /** The usual number of cells. */
  readonly width?: number
}

function parse(text: string, dialect: Dialect): Sheet & { readonly malformed: number } {
  const rows: SheetRow[] = []
  const widths = new Map<number, number>()
  let [at, number, line, malformed] = [0, 0, 1, 0]
  let spansLines = false
  while (at < text.length) {
    let record = readRecord(text, at, dialect)
    let lines = record === null ? [] : linesOf(text.slice(at, record.end))
    // Each line is as good a row: a quotation mark at the beginning of a cell has joined them.
    const { width = 0 } = dialect
    if (
      lines.length > 1 &&
      width > 2 &&
      lines.every((each) => each.split(dialect.separator).length === width)
    )
      record = null
    let problem: string | undefined
    if (record === null) {
      malformed += 1
      problem = `Line ${line.toLocaleString()} has a quotation mark that is not closed, or text after a closing one. Inside a quoted cell, write it twice`
      const end = lineEndAfter(text, at)
      lines = [text.slice(at, end)]
      record = { cells: lines[0]?.split(dialect.separator) ?? [], end }
    }
    spansLines ||= lines.length > 1
    number += 1
    const row = filledRow({
      number,
      cells: record.cells,
      width: record.cells.length,
      ...(problem !== undefined && { problem }),
    })
    if (row !== null) rows.push(row)
    if (rows.length > maxRows + 1)
      throw new FileError('The file has more than 50,000 rows. Divide it into smaller ones.')
    widths.set(record.cells.length, (widths.get(record.cells.length) ?? 0) + 1)
    line += lines.length
    at = record.end + (text.startsWith('\r\n', record.end) ? 2 : 1)
  }
  if (spansLines && dialect.width === undefined) {
    const [[width] = [0]] = [...widths].toSorted(([, one], [, other]) => other - one)
    return parse(text, { ...dialect, width })
  }
  return { rows, malformed, lineCount: line - 1 }
}

const linesOf = (text: string) => text.split(/\r\n|\r|\n/)

function lineEndAfter(text: string, at: number): number {
  const found = text.slice(at).search(/[\r\n]/)
  return found === -1 ? text.length : at + found
}

/** The cells of the row at a position, and where its line ends; null where its quotation marks do not match. */
function readRecord(
  text: string,
  start: number,
  { separator, escape }: Dialect,
): { readonly cells: readonly string[]; readonly end: number } | null {
  const plain = new RegExp(String.raw`[^\r\n${separator === '\t' ? String.raw`\t` : separator}]*`, 'y')
  const cells: string[] = []
  for (let at = start; ; at += 1) {
    let cell = ''
    const isQuoted = text[at] === '"'
    if (isQuoted) {
      const opened = at
      at += 1
      for (;;) {
        const quote = text.indexOf('"', at)
        if (quote === -1 || quote - opened > maxCell) return null
        cell += text.slice(at, quote)
        at = quote + 1
        if (escape === '\\' && cell.endsWith('\\')) cell = `${cell.slice(0, -1)}"`
        else if (text[at] === '"') {
          cell += '"'
          at += 1
        } else break
      }
    }
    plain.lastIndex = at
    const rest = plain.exec(text)?.[0] ?? ''
    if (isQuoted && rest.trim() !== '') return null
    cells.push(isQuoted ? cell : cell + rest)
    at += rest.length
    if (text[at] !== separator) return { cells, end: at }
  }
}
