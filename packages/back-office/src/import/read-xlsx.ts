import { FileError, readZip, type ZipEntry } from './read-zip.ts'

/** Bytes of one unpacked part of the workbook. */
const maxPartBytes = 64 * 1024 * 1024

/** Columns that are read; the sheet of a catalogue has about a dozen. */
export const maxColumns = 200

/**
 * The rows of the first visible sheet of an XLSX workbook as texts. A formula is its stored value: nothing is calculated, and
 * no link is followed.
 *
 * @throws {FileError} for what is no workbook, is too large when unpacked or has more than 200 columns
 */
export async function* xlsxRows(file: Blob): AsyncGenerator<string[]> {
  const entries = await readZip(file).catch(() => {
    throw new FileError('This is no XLSX workbook. Save it as XLSX or CSV, and choose that file.')
  })
  const textOf = async (name: string): Promise<string | undefined> => {
    const entry: ZipEntry | undefined = entries.find((each) => each.name.toLowerCase() === name.toLowerCase())
    return entry && new TextDecoder().decode(await entry.read(maxPartBytes))
  }
  const workbook = await textOf('xl/workbook.xml')
  if (workbook === undefined)
    throw new FileError('This is no XLSX workbook. Save it as XLSX or CSV, and choose that file.')
  const links = (await textOf('xl/_rels/workbook.xml.rels')) ?? ''
  const sheets = [...elements(workbook, 'sheet')].map(({ tag }) => tag)
  const sheet = sheets.find((tag) => !/hidden/i.test(attribute(tag, 'state') ?? '')) ?? sheets[0]
  const id = sheet === undefined ? undefined : attribute(sheet, 'id')
  const link = [...elements(links, 'Relationship')].find(({ tag }) => attribute(tag, 'Id') === id)
  const target = link === undefined ? 'worksheets/sheet1.xml' : (attribute(link.tag, 'Target') ?? '')
  const content = await textOf(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  if (content === undefined) throw new FileError('The workbook has no sheet that can be read.')
  const strings = [...elements((await textOf('xl/sharedStrings.xml')) ?? '', 'si')].map(({ inner }) =>
    textIn(inner),
  )
  yield* sheetRows(content, strings)
}

function* sheetRows(sheet: string, strings: readonly string[]): Generator<string[]> {
  let number = 0
  for (const { tag, inner } of elements(sheet, 'row')) {
    const stated = Number(attribute(tag, 'r') ?? number + 1)
    // Rows that are left out are empty, and a million of them are the end.
    for (number += 1; number < stated && stated - number < 1000; number += 1) yield []
    number = stated
    const row: string[] = []
    let column = 0
    for (const cell of elements(inner, 'c')) {
      column = columnOf(attribute(cell.tag, 'r')) ?? column + 1
      const text = valueOf(cell, strings)
      if (text === '') continue
      if (column > maxColumns)
        throw new FileError(
          `The sheet has more than ${maxColumns} columns. Delete those that are no part of the list.`,
        )
      while (row.length < column) row.push('')
      row[column - 1] = text
    }
    yield row
  }
}

interface Element {
  /** The opening tag. */
  readonly tag: string
  readonly inner: string
}

/** The elements of a name, in whatever namespace, that are not inside of each other. Reads the text once. */
function* elements(xml: string, name: string): Generator<Element> {
  const opening = new RegExp(String.raw`<((?:\w+:)?${name})(?=[\s/>])`, 'g')
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    const end = xml.indexOf('>', opening.lastIndex)
    if (end === -1) return
    const tag = xml.slice(found.index, end + 1)
    if (tag.endsWith('/>')) {
      yield { tag, inner: '' }
      opening.lastIndex = end + 1
      continue
    }
    const close = xml.indexOf(`</${found[1] ?? name}>`, end)
    if (close === -1) return
    yield { tag, inner: xml.slice(end + 1, close) }
    opening.lastIndex = close
  }
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(String.raw`\s(?:\w+:)?${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decoded(value)
}

/** 2 of "B7"; undefined without a reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

function valueOf({ tag, inner }: Element, strings: readonly string[]): string {
  const type = attribute(tag, 't') ?? 'n'
  if (type === 'inlineStr') return textIn(inner)
  const [value] = elements(inner, 'v')
  if (value === undefined) return ''
  const text = decoded(value.inner)
  if (type === 's') return strings[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'Yes' : 'No'
  if (type !== 'n' || text.trim() === '') return text
  const number = Number(text)
  // Workbooks store 17 digits, and show 15.
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text
}

/** The texts of a rich or plain string, without its phonetic reading. */
function textIn(xml: string): string {
  const withoutPhonetics = xml.replaceAll(/<(?:\w+:)?rPh[\s>].*?<\/(?:\w+:)?rPh>/gs, '')
  return [...elements(withoutPhonetics, 't')].map(({ inner }) => decoded(inner)).join('')
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text
    .replaceAll(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
      (whole, hex?: string, number?: string, name?: string) => {
        if (name !== undefined) return named[name] ?? whole
        const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      },
    )
    .replaceAll(/_x([\dA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
