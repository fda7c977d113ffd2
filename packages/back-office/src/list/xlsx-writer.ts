import { strToU8, Zip, ZipDeflate } from 'fflate'

/** A file that is written line by line; of the cells a number is one that can be summed. */
export interface LineWriter<Cell = string> {
  add(lines: readonly (readonly Cell[])[]): void
  finish(): Blob
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook with one sheet, but for the sheet (ECMA-376). */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** Excel's limit for the text of a cell. */
const maxCharacters = 32_767

/** The same export has the same bytes. */
const written = { mtime: '2000-01-01' }

/**
 * Writes a workbook with one sheet and a frozen first line. Texts are never evaluated as formulas. Lines are
 * compressed as they are added.
 */
export function xlsxWriter(): LineWriter<string | number> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let failure: Error | undefined
  let count = 0
  const zip = new Zip((error, chunk) => {
    failure ??= error ?? undefined
    chunks.push(chunk)
  })
  function open(name: string) {
    const file = new ZipDeflate(name)
    file.mtime = written.mtime
    zip.add(file)
    return (text: string, isLast = false) => file.push(strToU8(text), isLast)
  }
  for (const [name, xml] of Object.entries(parts)) open(name)(declaration + xml, true)
  const write = open('xl/worksheets/sheet1.xml')
  write(
    `${declaration}<worksheet xmlns="${sheets}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`,
  )
  return {
    add(lines) {
      write(lines.map((cells) => rowOf(cells, (count += 1))).join(''))
    },
    finish() {
      write('</sheetData></worksheet>', true)
      zip.end()
      if (failure !== undefined) throw failure
      return new Blob(chunks, { type: `${contentType}.sheet` })
    },
  }
}

function rowOf(cells: readonly (string | number)[], number: number): string {
  const filled = cells.map((cell, index) => {
    const at = `<c r="${letters(index)}${number}"`
    if (cell === '') return ''
    return typeof cell === 'number'
      ? `${at}><v>${cell}</v></c>`
      : `${at} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  })
  return `<row r="${number}">${filled.join('')}</row>`
}

/** A, B, ..., Z, AA. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}

/** Characters that XML forbids. */
// oxlint-disable-next-line no-control-regex
const invalid = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

function escaped(text: string): string {
  return (
    text
      .slice(0, maxCharacters)
      .replace(invalid, '')
      // Excel reads _x0041_ as the character of this number.
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replace(/[&<>\r]/g, (character) => entities[character] ?? character)
  )
}
