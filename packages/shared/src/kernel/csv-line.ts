/** Marks the file as UTF-8, which Excel does not detect. */
export const byteOrderMark = '\uFEFF'

/** RFC 4180. */
const lineEnd = '\r\n'

/**
 * Spreadsheets evaluate cells that begin like this, even quoted, including full-width characters and after invisible ones:
 * a visitor's text could then read the sheet and make requests (CSV injection). The text may begin with
 * apostrophes, so an import removes only the one that was added.
 */
const calculated = /^'*[\s\p{Cf}]*[=+\-@＝＋－＠\t\r\n]/u

function guarded(cell: string): string {
  return calculated.test(cell) ? `'${cell}` : cell
}

/** The cell without the apostrophe that guards it. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && calculated.test(cell) ? cell.slice(1) : cell
}

/** Separators of any locale, line breaks, and whitespace at the edges. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** A CSV line with its line break. Cells that a spreadsheet would calculate are guarded; telephone numbers are none. */
export function csvLine(cells: readonly string[]): string {
  return lineOf(cells.map((cell) => (likePhone.test(cell) ? uncalculated(cell) : guarded(cell))))
}

/** The same for an import, which reads each cell back to the letter: telephone numbers are guarded, too. */
export function importLine(cells: readonly string[]): string {
  return lineOf(cells.map(guarded))
}

/**
 * The same for Excel, which makes numbers and dates of texts: codes with zeros before them, long numbers and telephone numbers
 * are formulas of a text there, which an import reads as the text.
 */
export function excelLine(cells: readonly string[]): string {
  return lineOf(cells.map((cell) => (changedByExcel(cell) ? `="${cell}"` : guarded(cell))))
}

/** Numbers and similar texts, except those that Excel shows unchanged, and days, which it should recognise. */
function changedByExcel(cell: string): boolean {
  return (
    /^\+?\d[\d ()./:E-]*$/i.test(cell) &&
    !/^(?:0|[1-9]\d{0,10})(?:\.\d*[1-9])?$/.test(cell) &&
    !/^\d{4}-\d\d-\d\d(?: \d\d:\d\d)?$/.test(cell)
  )
}

function lineOf(cells: readonly string[]): string {
  return (
    cells.map((cell) => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',') +
    lineEnd
  )
}

/** A telephone number with its country's code, of at least seven digits. */
const likePhone = /^\+(?=(?:\D*\d){7})[\d ().-]+$/

/** Two numbers without a sign between them: no spreadsheet can calculate with these. */
const numbersInARow = /\d[ ()]+\d/

/** A telephone number as it is, unless a spreadsheet would show the sum of its parts: then with blanks between them. */
function uncalculated(phone: string): string {
  return numbersInARow.test(phone) ? phone : phone.replaceAll('-', ' ')
}
