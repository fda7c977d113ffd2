import { csvRows, decodeText } from './read-csv.ts'
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
