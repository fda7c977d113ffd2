import { byteOrderMark, csvLine, excelLine } from '@giftwell/shared/kernel/csv-line.ts'
import type { Cursor, PagePosition } from '@giftwell/shared/kernel/keyset.ts'
import type { LineWriter } from './xlsx-writer.ts'

/** The server's limit for one response. */
const partSize = 1000

/** A column of an exported list. */
export interface ExportColumn<R> {
  readonly header: string
  readonly text: (row: R) => string
}

/** A list to export: its columns, and its rows page by page. */
export interface ExportedList<R> {
  readonly columns: readonly ExportColumn<R>[]
  /** The lines of the file for a row of the list; the row itself by default. */
  readonly rowsOf?: (row: R) => readonly R[]
  readonly read: (
    position: PagePosition,
    options: { readonly size: number; readonly signal: AbortSignal },
  ) => Promise<readonly R[]>
  /** The JSON of some rows; without it JSON is not offered. */
  readonly documents?: (rows: readonly R[], signal: AbortSignal) => Promise<readonly object[]>
  /** The XML of some rows, between its head and its foot. */
  readonly vouchers?: {
    readonly head: string
    readonly foot: string
    readonly of: (rows: readonly R[], signal: AbortSignal) => Promise<readonly string[]>
  }
}

/** The kinds of files that lists are exported to; `excel-csv` is a CSV in which Excel leaves codes as they are. */
export const exportKinds = {
  csv: 'CSV',
  'excel-csv': 'CSV for Excel',
  xlsx: 'Excel (XLSX)',
  json: 'JSON for accounting',
  xml: 'XML for TallyPrime',
} as const

/** A kind of file that lists are exported to. */
export type ExportKind = keyof typeof exportKinds

/** A file with its number of rows. */
export interface ExportedFile {
  readonly content: Blob
  readonly count: number
}

interface ExportOptions {
  readonly signal: AbortSignal
  /** Called with the number of rows fetched so far. */
  readonly onProgress: (count: number) => void
}

/**
 * Exports every row of a list, in its order. Uses keyset pagination, so that rows that arrive meanwhile shift nothing.
 *
 * @throws AppError when a part cannot be fetched, or the signal's reason
 */
export async function exportList<R extends Cursor>(
  { columns, read, documents, vouchers, rowsOf = (row) => [row] }: ExportedList<R>,
  kind: ExportKind,
  { signal, onProgress }: ExportOptions,
): Promise<ExportedFile> {
  if (kind === 'json') {
    const all: object[] = []
    for await (const rows of readParts(read, signal)) {
      all.push(...((await documents?.(rows, signal)) ?? []))
      onProgress(all.length)
    }
    const content = new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' })
    return { content, count: all.length }
  }
  if (kind === 'xml') {
    const all: string[] = []
    for await (const rows of readParts(read, signal)) {
      all.push(...((await vouchers?.of(rows, signal)) ?? []))
      onProgress(all.length)
    }
    const content = new Blob([vouchers?.head ?? '', ...all, vouchers?.foot ?? ''], {
      type: 'application/xml',
    })
    return { content, count: all.length }
  }
  const writer =
    kind === 'xlsx'
      ? (await import('./xlsx-writer.ts')).xlsxWriter()
      : csvWriter(kind === 'csv' ? csvLine : excelLine)
  writer.add([columns.map(({ header }) => header)])
  let count = 0
  for await (const rows of readParts(read, signal)) {
    writer.add(rows.flatMap(rowsOf).map((row) => columns.map(({ text }) => text(row))))
    count += rows.length
    onProgress(count)
  }
  return { content: writer.finish(), count }
}

/**
 * Reads every row of a list, part after part.
 *
 * @throws AppError when a part cannot be fetched, or the signal's reason
 */
export async function* readParts<R extends Cursor>(
  read: ExportedList<R>['read'],
  signal: AbortSignal,
): AsyncGenerator<readonly R[]> {
  let position: PagePosition = { at: 'first' }
  for (;;) {
    const rows: readonly R[] = await read(position, { size: partSize, signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      throw error
    })
    signal.throwIfAborted()
    yield rows
    const cursor = rows.at(-1)
    if (cursor === undefined || rows.length < partSize) return
    position = { at: 'after', cursor }
  }
}

function csvWriter(lineOf: (cells: readonly string[]) => string): LineWriter {
  const written: string[] = []
  return {
    add: (lines) => void written.push(lines.map(lineOf).join('')),
    finish: () => csvFile(written),
  }
}

/** The default file name of an export of a site: `giftwell-leads-2026-11-30.csv`. */
export function exportName(site: string, many: string, today: Date, kind: ExportKind): string {
  const start =
    site
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? 'export'
  return `${start}-${many.toLowerCase().replaceAll(' ', '-')}-${localDay(today)}.${kind === 'excel-csv' ? 'csv' : kind}`
}

/** A time in the user's time zone; sorts chronologically, and every spreadsheet program parses it. */
export function localMoment(time: string): string {
  const date = new Date(time)
  return `${localDay(date)} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** The day in the user's time zone, as `YYYY-MM-DD`. */
function localDay(date: Date): string {
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** A file of lines. */
export function csvFile(lines: readonly string[]): Blob {
  return new Blob([byteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' })
}
