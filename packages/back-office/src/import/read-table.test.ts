import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'

import { readSheet, type Sheet } from './read-table.ts'
import { readZip } from './read-zip.ts'

const inBytes = (text: string, encode: (code: number) => number[], mark: number[] = []) =>
  new Blob([new Uint8Array([...mark, ...Array.from(text).flatMap((letter) => encode(letter.charCodeAt(0)))])])

const text = 'Name;Themes\r\nCafé mug;Diwali\r\n'
const cafe: Sheet = [
  ['Name', 'Themes'],
  ['Café mug', 'Diwali'],
]

test.each([
  ['UTF-8', new Blob([text])],
  ['UTF-8 with a mark', new Blob(['\uFEFF', text])],
  ['UTF-16, little end first', inBytes(text, (code) => [code & 255, code >> 8], [0xff, 0xfe])],
  ['UTF-16, big end first', inBytes(text, (code) => [code >> 8, code & 255], [0xfe, 0xff])],
  ['UTF-16 without a mark', inBytes(text, (code) => [code & 255, code >> 8])],
  ['Windows-1252', inBytes(text, (code) => [code])],
])('a CSV in %s is read', async (_, file) => {
  expect(await readSheet(file)).toEqual(cafe)
})

test.each([
  [
    'commas',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons with commas in the cells',
    '"a,x,y";b\n1,5;2',
    [
      ['a,x,y', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'quotes, also doubled, and line breaks in cells',
    'a,b\r\n"say ""hi""\r\nthere",2\r\n',
    [
      ['a', 'b'],
      ['say "hi"\r\nthere', '2'],
    ],
  ],
  ['a quote that never ends', 'a,b\n"1,2\n', [['a', 'b'], ['1,2\n']]],
  [
    'text after a closing quote',
    'a,b\n"8" frame,2\n3,4\n',
    [
      ['a', 'b'],
      ['8 frame', '2'],
      ['3', '4'],
    ],
  ],
  [
    'mixed line ends',
    'a,b\r\n1,2\n3,4\r5,6',
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
  ],
  [
    'empty cells at the end',
    'a,b\n1,\n,\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
])('a CSV with %s is read', async (_, csv, rows) => {
  expect(await readSheet(new Blob([csv]))).toEqual(rows)
})

const workbook =
  '<workbook><sheets><sheet name="Old" state="hidden" r:id="rId1"/><sheet name="List" r:id="rId2"/></sheets></workbook>'
const links =
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>'

function xlsx(rows: string, others: Record<string, string> = {}): Blob {
  const parts: Record<string, string> = {
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': links,
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml':
      '<sst><si><t>Name</t></si><si><r><t>Fish &amp; </t></r><r><t>chips</t></r><rPh><t>no</t></rPh></si></sst>',
    ...others,
  }
  return new Blob([
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)]))),
  ])
}

test('the first visible sheet of a workbook is read as texts, a formula as its stored value, and no link is followed', async () => {
  const file = xlsx(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Code</t></is></c></row>
     <row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3"><f>[1]Other!A1+1</f><v>0.30000000000000004</v></c>
       <c r="C3" t="str"><f>WEBSERVICE("https://example.com")</f><v>x&#233;_x000D_</v></c><c r="D3" t="b"><v>1</v></c><c r="E3"><f>1+1</f></c></row>`,
    { 'xl/externalLinks/externalLink1.xml': '<externalLink/>' },
  )
  expect(await readSheet(file)).toEqual([['Name', '', 'Code'], [], ['Fish & chips', '0.3', 'xé\r', 'Yes']])
})

test('a workbook that another program wrote is read', async () => {
  const { toBuffer } = writeXlsx([
    ['Name', 'Code', 'Featured', 'Pieces', 'Price', 'Themes'],
    ['Fish & "chips" <b>', '00123', true, 400, 0.1 + 0.2, 'दिवाली;Ünïcode 🎁'],
    ['Line one\nline two', '=1+1', false, 1e15, -2.5, null],
  ])
  expect(await readSheet(new Blob([new Uint8Array(await toBuffer())]))).toEqual([
    ['Name', 'Code', 'Featured', 'Pieces', 'Price', 'Themes'],
    ['Fish & "chips" <b>', '00123', 'Yes', '400', '0.3', 'दिवाली;Ünïcode 🎁'],
    ['Line one\nline two', '=1+1', 'No', '1000000000000000', '-2.5'],
  ])
})

test.each([
  [
    'a million columns',
    () => xlsx('<row r="1"><c r="A1"><v>1</v></c><c r="BDWGN1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>'),
    /more than 200 columns/,
  ],
  ['a million rows', () => new Blob(['a\n'.repeat(60_000)]), /more than 50,000 rows/],
  ['a CSV of many columns', () => new Blob([`${'a,'.repeat(300)}b`]), /more than 200 columns/],
  ['a zip that is no workbook', () => new Blob([zipSync({ 'a.txt': strToU8('a') })]), /no XLSX workbook/],
  [
    'an old or encrypted workbook',
    () => new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])]),
    /old or encrypted/,
  ],
  ['a picture', () => new Blob([new Uint8Array([0x89, 0x50, 0, 0x47, 10, 0, 0, 7])]), /neither a CSV/],
  ['nothing', () => new Blob(['\n \n']), /empty/],
  ['a zip cut off', () => xlsx('').slice(0, 300), /no XLSX workbook/],
])('%s is refused with a sentence', async (_, file, sentence) => {
  await expect(readSheet(file())).rejects.toThrow(sentence)
})

test('a file of more than 200 MB is refused before it is read', async () => {
  const file = new Blob(['a'])
  Object.defineProperty(file, 'size', { value: 201 * 1024 * 1024 })
  await expect(readSheet(file)).rejects.toThrow('larger than 200 MB')
})

test('a file of a zip is unpacked when asked for, up to a limit', async () => {
  const packed = zipSync({
    'photos/mug.jpg': strToU8('m'.repeat(100_000)),
    'stored.txt': [strToU8('abc'), { level: 0 }],
  })
  const entries = await readZip(new Blob([packed]))
  expect(entries.map(({ name }) => name)).toEqual(['photos/mug.jpg', 'stored.txt'])
  expect(new TextDecoder().decode(await entries[1]?.read(10))).toBe('abc')
  expect((await entries[0]?.read(200_000))?.length).toBe(100_000)
  await expect(entries[0]?.read(50_000)).rejects.toThrow('larger than')
})

test('a file of a zip that is larger than the zip says is refused, and not unpacked any further', async () => {
  const packed = zipSync({ 'bomb.jpg': new Uint8Array(10 * 1024 * 1024) })
  const view = new DataView(packed.buffer)
  for (let at = 0; at < packed.length - 4; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 5, true)
  const [entry] = await readZip(new Blob([packed]))
  await expect(entry?.read(50_000)).rejects.toThrow('The zip is damaged')
})

test.each([
  ['UTF-8 without a flag, as macOS writes them', [0xc3, 0xbc], 'ü.jpg'],
  ['the encoding of old Windows programs', [0x81], 'ü.jpg'],
])('names in a zip may be in %s', async (_, letters, name) => {
  const packed = zipSync({ [`${'_'.repeat(letters.length)}.jpg`]: strToU8('a') })
  for (const [at, byte] of packed.entries())
    if (byte === 0x5f && packed[at - 1] !== 0x5f) packed.set(letters, at)
  const [entry] = await readZip(new Blob([packed]))
  expect(entry?.name).toBe(name)
  expect(new TextDecoder().decode(await entry?.read(10))).toBe('a')
})
