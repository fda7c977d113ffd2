import { headScore } from './import-columns.ts'
import { readZip, type ZipEntry } from './read-zip.ts'
import { FileError, filledRow, maxColumns, maxRows, type Sheet, type SheetRow } from './sheet.ts'
import { attribute, decoded, type Element, elements, first } from './xml.ts'

/** Maximum bytes of one unpacked part of the workbook, and of a sheet's non-empty rows. */
const maxPartBytes = 64 * 1024 * 1024

/** Maximum bytes of an unpacked sheet: as much as a million blank rows, which are dropped while reading. */
const maxSheetBytes = 768 * 1024 * 1024

/** Maximum characters of one row, and of the parts before and after the rows: more than 200 cells of Excel's limit. */
const maxRowLength = 16 * 1024 * 1024

const noWorkbook = 'This is not an XLSX workbook. Save it as XLSX or CSV, and choose that file.'

/**
 * The displayed rows of a sheet of an XLSX workbook, with hidden ones marked. A formula has its stored value:
 * nothing is evaluated, and no link is followed.
 *
 * @param wanted the name of the sheet; by default the first visible one with titles that lists have
 * @throws {FileError} if it is no workbook, too large when unpacked, or has more than 200 columns
 */
export async function readWorkbook(file: Blob, wanted?: string): Promise<Sheet> {
  const entries = await readZip(file).catch(() => {
    throw new FileError(noWorkbook)
  })
  const parts = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  const book = { parts, textOf: textsOf(parts) }
  const workbook = await book.textOf('xl/workbook.xml')
  if (workbook === '') throw new FileError(noWorkbook)
  const links = await relations(book, 'xl/workbook.xml')
  let unpacked = 0
  const all = [...elements(workbook, 'sheet')].map(({ tag }, index) => ({
    name: attribute(tag, 'name') ?? `Sheet ${index + 1}`,
    path: links.get(attribute(tag, 'id') ?? '') ?? 'xl/worksheets/sheet1.xml',
    isHidden: /hidden/i.test(attribute(tag, 'state') ?? ''),
  }))
  const visible = all.some(({ isHidden }) => !isHidden) ? all.filter(({ isHidden }) => !isHidden) : all
  const names = visible.map(({ name }) => name)
  const formats = await import('numfmt')
  const look: Look = {
    strings: [...elements(await book.textOf('xl/sharedStrings.xml'), 'si')].map(({ inner }) => textIn(inner)),
    formats: formatsIn(await book.textOf('xl/styles.xml')),
    show: formats.format,
    patternOf: formats.getFormatFromId,
    dayShift: attribute(first(workbook, 'workbookPr').tag, 'date1904') === '1' ? 1462 : 0,
    pictures: await cellPictures(book),
  }
  let fallback: Sheet | undefined
  for (const { name, path } of wanted === undefined
    ? visible
    : visible.filter((one) => one.name === wanted)) {
    // Any number of sheets may be one part of the zip.
    if (unpacked > maxSheetBytes) break
    const { length, ...read } = await readRows(book, path, look)
    unpacked += length
    const sheet = { ...read, name, names }
    if (wanted !== undefined || headScore(sheet.rows) > 1) return sheet
    if (fallback === undefined || fallback.rows.length === 0) fallback = sheet
  }
  if (fallback === undefined) throw new FileError('The workbook has no sheet that can be read.')
  return fallback
}

interface Book {
  readonly parts: ReadonlyMap<string, ZipEntry>
  /** The text of a part; empty where there is none. */
  readonly textOf: (path: string) => Promise<string>
}

function textsOf(parts: Book['parts']): Book['textOf'] {
  return async (path) => {
    const entry = parts.get(path.toLowerCase())
    return entry === undefined ? '' : new TextDecoder().decode(await entry.read(maxPartBytes))
  }
}

/** The parts that a part refers to, by their ids. */
async function relations({ textOf }: Book, path: string): Promise<ReadonlyMap<string, string>> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const links = await textOf(`${folder}_rels/${path.slice(folder.length)}.rels`)
  return new Map(
    [...elements(links, 'Relationship')].flatMap(({ tag }) => {
      const target = new URL(attribute(tag, 'Target') ?? '', `zip://part/${path}`)
      return target.protocol === 'zip:' ? [[attribute(tag, 'Id') ?? '', target.pathname.slice(1)]] : []
    }),
  )
}

/** What tells how a cell looks. */
interface Look {
  readonly strings: readonly string[]
  readonly formats: readonly (string | number)[]
  readonly show: (pattern: string, value: number) => string
  /** The pattern of a number format without one of its own. */
  readonly patternOf: (id: number) => string | null
  /** Days between the serial numbers of dates and those of Excel for Windows. */
  readonly dayShift: number
  /** The pictures that are placed in cells, by the number of a cell's metadata less one. */
  readonly pictures: readonly (string | undefined)[]
}

function formatsIn(styles: string): (string | number)[] {
  const own = new Map(
    [...elements(first(styles, 'numFmts').inner, 'numFmt')].map(({ tag }) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode') ?? '',
    ]),
  )
  return [...elements(first(styles, 'cellXfs').inner, 'xf')].map(({ tag }) => {
    const id = Number(attribute(tag, 'numFmtId') ?? 0)
    return own.get(id) ?? id
  })
}

/** Rows are read part by part, and those that hold nothing are dropped. */
async function readRows(book: Book, path: string, look: Look): Promise<Sheet & { readonly length: number }> {
  const entry = book.parts.get(path.toLowerCase())
  if (entry === undefined) throw new FileError('The workbook has no sheet that can be read.')
  const rows: SheetRow[] = []
  const heights = new Map<number, number>()
  const pictures: Placed = new Map()
  let [number, size, length, rest, head] = [0, 0, 0, '', '']
  function take(xml: string) {
    for (const { tag, inner } of elements(xml, 'row')) {
      number = Number(attribute(tag, 'r') ?? number + 1)
      const height = attribute(tag, 'ht')
      if (height !== undefined) heights.set(number, Number(height))
      if (!/<(?:\w+:)?(?:v|is|f)[\s>]/.test(inner)) continue
      size += inner.length
      const cells = cellsIn(inner, look, (column, picture) => place(pictures, number, column, picture))
      const isHidden = attribute(tag, 'hidden') === '1'
      const row = filledRow({ number, cells, ...(isHidden && { isHidden }) })
      if (row !== null) rows.push(row)
      if (rows.length > maxRows + 1)
        throw new FileError('The file has more than 50,000 rows. Divide it into smaller ones.')
    }
  }
  let opening: string | undefined
  for await (const text of entry.texts(maxSheetBytes)) {
    rest += text
    length += text.length
    if (size > maxPartBytes || rest.length > maxRowLength)
      throw new FileError('The sheet is larger than 64 MB. Divide it into smaller ones.')
    const data = opening === undefined ? /<(\w+:)?sheetData[\s>]/.exec(rest) : null
    if (data !== null) {
      head = rest.slice(0, data.index)
      opening = `<${data[1] ?? ''}row`
    }
    // A row is complete when the next one begins.
    const cut = opening === undefined ? 0 : rest.lastIndexOf(opening)
    if (cut > 0) take(rest.slice(0, cut))
    rest = rest.slice(Math.max(0, cut))
  }
  take(rest)
  const drawing = attribute(first(rest, 'drawing').tag, 'id')
  if (drawing !== undefined) {
    const links = await relations(book, path)
    await placeDrawn(book, links.get(drawing) ?? '', heights, pictures)
  }
  fillDown(rows, rest)
  return {
    rows: rows.map((row) => {
      const found = [...(pictures.get(row.number) ?? [])].toSorted(([one], [other]) => one - other)
      return found.length === 0 ? row : { ...row, pictures: found.map(([, picture]) => picture) }
    }),
    hiddenColumns: hiddenColumnsIn(head),
    length,
  }
}

function hiddenColumnsIn(head: string): number[] {
  const hidden = new Set<number>()
  for (const { tag } of elements(head, 'col')) {
    if (attribute(tag, 'hidden') !== '1') continue
    const to = Math.min(Number(attribute(tag, 'max')), maxColumns)
    for (let column = Math.max(1, Number(attribute(tag, 'min'))); column <= to; column += 1)
      hidden.add(column - 1)
  }
  return [...hidden]
}

const isLocalPicture = '_rvRel:LocalImageIdentifier'

/** The pictures that Excel places in cells, as values of them: metadata lead to rich values, and those to the parts of pictures. */
async function cellPictures(book: Book): Promise<readonly (string | undefined)[]> {
  const metadata = await book.textOf('xl/metadata.xml')
  if (metadata === '') return []
  const numbersIn = (list: string, item: string, name: string) =>
    [...elements(list, 'bk')].map(({ inner }) => Number(attribute(first(inner, item).tag, name)))
  const future = [...elements(metadata, 'futureMetadata')].find(
    ({ tag }) => attribute(tag, 'name') === 'XLRICHVALUE',
  )
  const richValues = numbersIn(future?.inner ?? '', 'rvb', 'i')
  const structures = [...elements(await book.textOf('xl/richData/rdrichvaluestructure.xml'), 's')].map(
    ({ inner }) => attribute(first(inner, 'k').tag, 'n'),
  )
  const relation = 'xl/richData/richValueRel.xml'
  const links = await relations(book, relation)
  const parts = [...elements(await book.textOf(relation), 'rel')].map(({ tag }) =>
    links.get(attribute(tag, 'id') ?? ''),
  )
  const values = [...elements(await book.textOf('xl/richData/rdrichvalue.xml'), 'rv')].map(({ tag, inner }) =>
    structures[Number(attribute(tag, 's'))] === isLocalPicture
      ? parts[Number(first(inner, 'v').inner)]
      : undefined,
  )
  return numbersIn(first(metadata, 'valueMetadata').inner, 'rc', 'v').map(
    (at) => values[richValues[at] ?? -1],
  )
}

/** Pictures by the numbers of their rows and columns. */
type Placed = Map<number, Map<number, string>>

function place(placed: Placed, row: number, column: number, picture: string): void {
  placed.set(row, (placed.get(row) ?? new Map<number, string>()).set(column, picture))
}

function cellsIn(
  row: string,
  look: Look,
  onPicture: (column: number, picture: string) => void,
): readonly string[] {
  const cells: string[] = []
  let column = 0
  for (const cell of elements(row, 'c')) {
    column = columnOf(attribute(cell.tag, 'r')) ?? column + 1
    const picture = look.pictures[Number(attribute(cell.tag, 'vm') ?? 0) - 1]
    if (picture !== undefined) onPicture(column, picture)
    // What programs without such pictures show in their place is an error.
    const text = picture === undefined ? valueOf(cell, look) : ''
    if (text === '') continue
    if (column > maxColumns)
      throw new FileError(
        `The sheet has more than ${maxColumns} columns. Delete those that are not part of the list.`,
      )
    while (cells.length < column) cells.push('')
    cells[column - 1] = text
  }
  return cells
}

/** The number of the last column of a reference, 2 of "B7"; undefined without one. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

/** A cell's displayed text. */
function valueOf({ tag, inner }: Element, look: Look): string {
  const type = attribute(tag, 't') ?? 'n'
  if (type === 'inlineStr') return textIn(inner)
  const text = decoded(first(inner, 'v').inner)
  if (type === 's') return look.strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  if (type === 'str') return unescaped(text)
  if (type !== 'n' || text.trim() === '') return text
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  return formatted(number, look.formats[Number(attribute(tag, 's') ?? 0)] ?? 0, look)
}

const dates = /[ymdhs]/i

/** Excel's limit for a number format. */
const maxFormatLength = 255

function formatted(number: number, format: string | number, { show, patternOf, dayShift }: Look): string {
  // Workbooks store 17 digits, and show 15. General would show 8.9E+12 for the number of a bar code.
  const plain = String(Number(number.toPrecision(15)))
  const pattern = typeof format === 'string' ? format : format < 50 ? (patternOf(format) ?? '') : ''
  if (pattern === '' || pattern === '@' || pattern.length > maxFormatLength || /^general$/i.test(pattern))
    return plain
  try {
    const isDate = dates.test(pattern.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
    return show(pattern, isDate ? number + dayShift : number).trim()
  } catch {
    return plain
  }
}

/** The texts of a rich or plain string. */
const textIn = (xml: string) => [...elements(xml, 't')].map(({ inner }) => unescaped(decoded(inner))).join('')

function unescaped(text: string): string {
  return text.replaceAll(/_x([\dA-F]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Cells that are merged down show the first one's text in every row. */
function fillDown(rows: SheetRow[], xml: string): void {
  const indexes = new Map(rows.map(({ number }, index) => [number, index]))
  // Merged cells do not overlap, but a file may say so.
  let left = maxRows * maxColumns
  for (const { tag } of elements(xml, 'mergeCell')) {
    const [from = '', to = ''] = (attribute(tag, 'ref') ?? '').split(':')
    const [top, bottom] = [from, to].map((reference) => Number(/\d{1,7}$/.exec(reference)?.[0]))
    const column = (columnOf(from) ?? 0) - 1
    const at = indexes.get(top ?? 0) ?? rows.length
    const text = rows[at]?.cells[column] ?? ''
    if (text === '' || top === undefined || bottom === undefined || bottom <= top) continue
    for (let below = at + 1; (rows[below]?.number ?? Infinity) <= bottom && left > 0; below += 1) {
      left -= 1
      const row = rows[below]
      if (row === undefined || (row.cells[column] ?? '') !== '') continue
      const cells = Array.from(
        { length: Math.max(row.cells.length, column + 1) },
        (_, each) => row.cells[each] ?? '',
      )
      rows[below] = { ...row, cells: cells.with(column, text) }
    }
  }
}

/** Units of drawings in a point, in which heights of rows are. */
const emuPerPoint = 12_700
const usualHeight = 15

/** Rows below the first of a picture that are compared. */
const maxCoveredRows = 100

/** Assigns pictures over the sheet to the rows that they cover most. */
async function placeDrawn(
  book: Book,
  path: string,
  heights: ReadonlyMap<number, number>,
  placed: Placed,
): Promise<void> {
  const links = await relations(book, path)
  const drawing = await book.textOf(path)
  const media = [...book.parts.values()].flatMap(({ name }) => (/^xl\/media\//i.test(name) ? [name] : []))
  const anchors = [...elements(drawing, 'twoCellAnchor'), ...elements(drawing, 'oneCellAnchor')]
  for (const { inner } of anchors.slice(0, maxRows)) {
    const id = attribute(first(inner, 'blip').tag, 'embed')
    if (id === undefined) continue
    // Some programs leave out the link of the only picture.
    const picture = links.get(id) ?? (media.length === 1 ? media[0] : undefined) ?? ''
    const at = (corner: string, value: string) => Number(first(first(inner, corner).inner, value).inner || 0)
    const top = at('from', 'row')
    const bottom = Math.min(Math.max(top, at('to', 'row')), top + maxCoveredRows)
    let best = { row: top, height: -Infinity }
    for (let row = top; row <= bottom; row += 1) {
      const end =
        row === bottom && bottom > top
          ? at('to', 'rowOff')
          : (heights.get(row + 1) ?? usualHeight) * emuPerPoint
      const height = end - (row === top ? at('from', 'rowOff') : 0)
      if (height > best.height) best = { row, height }
    }
    place(placed, best.row + 1, at('from', 'col') + 1, picture)
  }
}
