import { maxColumns, xlsxRows } from './read-xlsx.ts'
import { FileError } from './read-zip.ts'

/** Bytes of a file that is read. */
const maxFileBytes = 200 * 1024 * 1024

/** Rows of a file, with its head. */
const maxRows = 50_001

/** The rows of a sheet, each from its first column, without empty ones at the end. */
export type Sheet = readonly (readonly string[])[]

/**
 * Reads a CSV or XLSX file; what it is shows in its first bytes, whatever its name.
 *
 * @throws {FileError} with a sentence for the user
 */
export async function readSheet(file: Blob): Promise<Sheet> {
  if (file.size > maxFileBytes)
    throw new FileError('The file is larger than 200 MB. Divide it into smaller ones.')
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (start[0] === 0xd0 && start[1] === 0xcf)
    throw new FileError('This is an old or encrypted Excel file. Save it as XLSX or CSV without a password.')
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  const rows: string[][] = []
  for await (const row of isZip
    ? xlsxRows(file)
    : csvRows(decodeText(new Uint8Array(await file.arrayBuffer())))) {
    if (row.length > maxColumns && row.slice(maxColumns).some((cell) => cell.trim() !== ''))
      throw new FileError(
        `The file has more than ${maxColumns} columns. Delete those that are no part of the list.`,
      )
    rows.push(row.slice(0, maxColumns))
    if (rows.length > maxRows)
      throw new FileError('The file has more than 50,000 rows. Divide it into smaller ones.')
  }
  while (rows.at(-1)?.every((cell) => cell.trim() === '')) rows.pop()
  if (rows.length === 0) throw new FileError('The file is empty.')
  if (!isZip && rows.some((row) => row.some((cell) => cell.includes('\u0000'))))
    throw new FileError('This is neither a CSV file nor an XLSX workbook.')
  return rows
}

/** The text of a file in UTF-8, UTF-16 or, where it is neither, Windows-1252, without a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Latin letters in UTF-16 have a zero beside each.
  if (second === 0 && bytes[3] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0 && bytes[2] === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const separators = [',', ';', '\t', '|']

/** The separator that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const firstLine = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 65_536))?.[0] ?? ''
  const unquoted = firstLine.replaceAll(/"(?:[^"]|"")*"/g, '')
  const counts = separators.map((separator) => unquoted.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The rows of a CSV text with any usual separator. Cells may be quoted and hold line breaks; a quote is never an error. */
function* csvRows(text: string): Generator<string[]> {
  const separator = separatorOf(text)
  const plain = new RegExp(String.raw`[^\r\n${separator === '\t' ? String.raw`\t` : separator}]*`, 'y')
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at += 1
      for (;;) {
        const quote = text.indexOf('"', at)
        cell += text.slice(at, quote === -1 ? text.length : quote)
        at = quote === -1 ? text.length : quote + 1
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    plain.lastIndex = at
    cell += plain.exec(text)?.[0] ?? ''
    at = plain.lastIndex
    row.push(cell)
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      row.push('')
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2
    else at += 1
    yield row
    row = []
  }
}
