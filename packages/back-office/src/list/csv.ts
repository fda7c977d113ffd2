/** Marks the file as UTF-8, which Excel does not detect. */
export const byteOrderMark = '\uFEFF'

/** RFC 4180. */
const lineEnd = '\r\n'

/**
 * Spreadsheets evaluate cells that begin like this, even quoted, including full-width characters and after invisible ones:
 * a visitor's text could then read the sheet and make requests (CSV injection).
 */
const likeFormula = /^(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** Separators of any locale, line breaks, and whitespace at the edges. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** A CSV line with its line break. Cells that look like formulas are neutralised; telephone numbers are none. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',') + lineEnd
}

/** A telephone number with its country's code, of at least seven digits. */
const likePhone = /^\+(?=(?:\D*\d){7})[\d ().-]+$/

/** Two numbers without a sign between them: no spreadsheet can calculate with these. */
const numbersInARow = /\d[ ()]+\d/

function csvCell(text: string): string {
  const safe = likePhone.test(text) ? uncalculated(text) : likeFormula.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A telephone number as it is, unless a spreadsheet would show the sum of its parts: then with blanks between them. */
function uncalculated(phone: string): string {
  return numbersInARow.test(phone) ? phone : phone.replaceAll('-', ' ')
}
