/** At the very beginning of a file: tells spreadsheet programs that it is UTF-8, which Excel would not guess. */
export const byteOrderMark = '\uFEFF'

/** What ends each line (RFC 4180). */
const lineEnd = '\r\n'

/**
 * Spreadsheet programs calculate a cell that begins like this, in its full-width forms too, whatever is quoted: a text
 * that a stranger has sent could then read the sheet and call out. Blanks and marks that nobody sees may stand before.
 */
const likeFormula = /^(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** What would end a cell, be lost at its edges, or divide it where semicolons or tabs do. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** A line of a CSV file, its end included: every cell is the text that it was given, and never a formula. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(',') + lineEnd
}

function csvCell(text: string): string {
  const harmless = likeFormula.test(text) ? `'${text}` : text
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
