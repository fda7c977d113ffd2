/** A row of a sheet that holds something. */
export interface SheetRow {
  /** As a spreadsheet numbers it. */
  readonly number: number
  /** The displayed texts of the cells, without empty ones at the end. */
  readonly cells: readonly string[]
  /** How many cells the line of a CSV has, empty ones at the end included. */
  readonly width?: number
  /** Why the line is no row: it cannot be imported. */
  readonly problem?: string
  readonly isHidden?: boolean
  /** The pictures that stand in its cells, from the left, by their paths in the workbook; empty for one that cannot be read. */
  readonly pictures?: readonly string[]
}

/** A displayed sheet, without empty rows. */
export interface Sheet {
  readonly rows: readonly SheetRow[]
  /** Its name, and those of the workbook's other visible sheets. */
  readonly name?: string
  readonly names?: readonly string[]
  /** Columns that the workbook hides, from 0. */
  readonly hiddenColumns?: readonly number[]
  /** The shop program that exported it, with its own columns instead of the format's. */
  readonly shop?: string
  /** The lines of a CSV file. */
  readonly lineCount?: number
}

/** Columns that are read; the sheet of a catalogue has about a dozen. */
export const maxColumns = 200

/** Rows that are read. */
export const maxRows = 50_000

/** The row with its cells up to the last that holds something; null when none does. */
export function filledRow(row: SheetRow): SheetRow | null {
  const length = row.cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return length === 0 && row.problem === undefined ? null : { ...row, cells: row.cells.slice(0, length) }
}

/** A text without blanks at its ends and with one at most elsewhere, so that the forms of values match it in linear time. */
export function singleBlanks(text: string): string {
  return text
    .trim()
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\n(?: ?\n)+/g, '\n')
}

/** A sentence for the user: why a file is not read. */
export class FileError extends Error {}
