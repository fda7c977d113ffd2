import { tableRows } from '@giftwell/shared/kernel/markup.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-xlsx.ts'
import { fromShopExport } from './shop-exports.ts'
import { FileError, type Sheet, filledRow, maxColumns, maxRows } from './sheet.ts'

const maxFileBytes = 200 * 1024 * 1024

/**
 * Reads a CSV or XLSX file, or a page with tables, detected by the first bytes and not by the name.
 *
 * @param wanted the sheet of a workbook; by default the first visible one with titles that lists have
 * @throws {FileError} with a sentence for the user
 */
export async function readSheet(file: Blob, wanted?: string): Promise<Sheet> {
  if (file.size > maxFileBytes)
    throw new FileError('The file is larger than 200 MB. Divide it into smaller ones.')
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (start[0] === 0xd0 && start[1] === 0xcf)
    throw new FileError('This is an old or encrypted Excel file. Save it as XLSX or CSV without a password.')
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  const sheet = isZip
    ? await readWorkbook(file, wanted)
    : readText(decodeText(new Uint8Array(await file.arrayBuffer())))
  if (sheet.rows.length === 0) throw new FileError('The file is empty.')
  if (sheet.rows.length > maxRows + 1)
    throw new FileError('The file has more than 50,000 rows. Divide it into smaller ones.')
  if (sheet.rows.some(({ cells }) => cells.length > maxColumns))
    throw new FileError(
      `The file has more than ${maxColumns} columns. Delete those that are not part of the list.`,
    )
  return fromShopExport(sheet)
}

function readText(text: string): Sheet {
  if (/^\s*<\?xml|^MIME-Version:/i.test(text.slice(0, 1000)))
    throw new FileError(
      'This is a web archive or an XML file, although its name says otherwise. Open it in Excel and save it as XLSX.',
    )
  if (isHtml(text)) return readHtml(text)
  const sheet = readCsv(text)
  if (sheet.rows.some(({ cells }) => cells.some((cell) => cell.includes('\u0000'))))
    throw new FileError('This is neither a CSV file nor an XLSX workbook.')
  return sheet
}

/** The text of a file in UTF-8, UTF-16 or, where it is neither, Windows-1252, without a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const [one, two] = bytes
  if (one === 0xff && two === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (one === 0xfe && two === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Latin letters in UTF-16 have a zero beside each.
  if (two === 0 && bytes[3] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (one === 0 && bytes[2] === 0) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Whether a text is a page, as which programs save lists for Excel whatever the name of the file. */
function isHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<html|<table|<meta|<head|<style|<body|<div)/i.test(text.slice(0, 1000))
}

function readHtml(html: string): Sheet {
  const rows = tableRows(html).map((cells, index) => ({ number: index + 1, cells }))
  return { rows: rows.flatMap((row) => filledRow(row) ?? []) }
}
