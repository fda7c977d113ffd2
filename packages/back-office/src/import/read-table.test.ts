import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'

import { readSheet } from './read-table.ts'
import { readZip } from './read-zip.ts'

/** What the cells of a file show. */
const cellsOf = async (file: Blob) => (await readSheet(file)).rows.map(({ cells }) => cells)

const inBytes = (text: string, encode: (code: number) => number[], mark: number[] = []) =>
  new Blob([new Uint8Array([...mark, ...Array.from(text).flatMap((letter) => encode(letter.charCodeAt(0)))])])

const text = 'Name;Themes\r\nCafé mug;Diwali\r\n'
const cafe = [
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
  expect(await cellsOf(file)).toEqual(cafe)
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
  [
    'quotes that a backslash escapes',
    'a,b\n"Mug \\"Best\\", large",2\n',
    [
      ['a', 'b'],
      ['Mug "Best", large', '2'],
    ],
  ],
  [
    'another separator than its title line',
    'Price list, valid from 1 April, 2026\nItem code;Item name\nP-1;Mug\n',
    [['Price list, valid from 1 April, 2026'], ['Item code', 'Item name'], ['P-1', 'Mug']],
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
  ['empty cells at the end', 'a,b\n1,\n,\n', [['a', 'b'], ['1']]],
])('a CSV with %s is read', async (_, csv, rows) => {
  expect(await cellsOf(new Blob([csv]))).toEqual(rows)
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
      '<sst><si><t>Name</t></si><si><r><t>Fish &amp; </t></r><r><t>chips</t></r></si></sst>',
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
  expect(await cellsOf(file)).toEqual([
    ['Name', '', 'Code'],
    ['Fish & chips', '0.3', 'xé\r', 'TRUE'],
  ])
  expect((await readSheet(file)).rows.map(({ number }) => number)).toEqual([1, 3])
})

test('a workbook that another program wrote is read', async () => {
  const { toBuffer } = writeXlsx([
    ['Name', 'Code', 'Featured', 'Pieces', 'Price', 'Themes'],
    ['Fish & "chips" <b>', '00123', true, 400, 0.1 + 0.2, 'दिवाली;Ünïcode 🎁'],
    ['Line one\nline two', '=1+1', false, 1e15, -2.5, null],
  ])
  expect(await cellsOf(new Blob([new Uint8Array(await toBuffer())]))).toEqual([
    ['Name', 'Code', 'Featured', 'Pieces', 'Price', 'Themes'],
    ['Fish & "chips" <b>', '00123', 'TRUE', '400', '0.3', 'दिवाली;Ünïcode 🎁'],
    ['Line one\nline two', '=1+1', 'FALSE', '1000000000000000', '-2.5'],
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
  ['a zip that is no workbook', () => new Blob([zipSync({ 'a.txt': strToU8('a') })]), /not an XLSX workbook/],
  [
    'an old or encrypted workbook',
    () => new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])]),
    /old or encrypted/,
  ],
  ['a picture', () => new Blob([new Uint8Array([0x89, 0x50, 0, 0x47, 10, 0, 0, 7])]), /neither a CSV/],
  ['nothing', () => new Blob(['\n \n']), /empty/],
  ['a zip cut off', () => xlsx('').slice(0, 300), /not an XLSX workbook/],
])('%s is refused with a sentence', async (_, file, sentence) => {
  await expect(readSheet(file())).rejects.toThrow(sentence)
})

const inlineCell = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is>${text}</is></c></row>`
const many = 400_000

// Read in quadratic time each would take minutes or hours.
test.each([
  [
    'a number format of brackets',
    () =>
      xlsx('<row r="1"><c r="A1" s="0"><v>1</v></c></row>', {
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(many)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      }),
    '1',
  ],
  [
    'a drawing with a long path',
    () =>
      xlsx(`${inlineCell('<t>Mug</t>')}</sheetData><drawing r:id="d"/><sheetData>`, {
        'xl/worksheets/_rels/sheet2.xml.rels': `<Relationships><Relationship Id="d" Target="${'a'.repeat(many)}/b"/></Relationships>`,
      }),
    'Mug',
  ],
  [
    'a drawing whose pictures cover all rows',
    () =>
      xlsx(`${inlineCell('<t>Mug</t>')}</sheetData><drawing r:id="d"/><sheetData>`, {
        'xl/worksheets/_rels/sheet2.xml.rels':
          '<Relationships><Relationship Id="d" Target="../drawings/drawing1.xml"/></Relationships>',
        'xl/drawings/drawing1.xml':
          '<twoCellAnchor><from><row>0</row></from><to><row>999</row></to><blip embed="p"/></twoCellAnchor>'.repeat(
            many / 4,
          ),
      }),
    'Mug',
  ],
  [
    'merged cells that overlap',
    () =>
      xlsx(
        `${Array.from({ length: 20_000 }, (_, row) => inlineCell(`<t>Mug</t>`).replaceAll('1"', `${row + 1}"`)).join('')}</sheetData>${'<mergeCell ref="A1:A20000"/>'.repeat(many / 4)}<sheetData>`,
      ),
    'Mug',
  ],
  [
    'a row that is not a title',
    () =>
      new Blob([
        `${'('.repeat(many)}
Mug`,
      ]),
    '(',
  ],
  [
    'comments of a page that do not end',
    () => new Blob([`<table><tr><td>Mug</td></tr>${'<!--'.repeat(many)}`]),
    'Mug',
  ],
  ['tags of a page that do not end', () => new Blob([`<table><tr><td>Mug${'<'.repeat(many)}`]), 'Mug'],
])('%s take no longer than as many others', { timeout: 60_000 }, async (_, file, text) => {
  expect((await cellsOf(file()))[0]?.[0]).toMatch(new RegExp(`^[${text}]`))
})

test('a row of more than 16 MB is refused before the rest of its sheet is read', async () => {
  const row = `<row r="1"><c r="A1" t="inlineStr"><is><t>${'a'.repeat(17 * 1024 * 1024)}</t></is></c></row>`
  await expect(readSheet(xlsx(row))).rejects.toThrow('The sheet is larger than')
})

test('titles are looked for until as much is unpacked as one sheet may have', { tags: 'full' }, async () => {
  const names = Array.from({ length: 10 }, (_, index) => `<sheet name="s${index}" r:id="rId2"/>`)
  const blank = `<row r="1">${' '.repeat(8 * 1024 * 1024)}</row>`.repeat(12)
  const file = xlsx(blank, {
    'xl/workbook.xml': `<workbook><sheets>${names.join('')}<sheet name="last" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${inlineCell('<t>Name</t>')}</sheetData></worksheet>`,
  })
  await expect(readSheet(file)).rejects.toThrow('The file is empty')
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

test.each([
  ['is never closed', 'a,b,c\n1,"Mug,x\n2,Pen,y\n', 2],
  ['is closed in another line', 'a,b,c\n1,"Mug,x\n2,Frame 8",y\n3,Cap,z\n', 3],
  ['stands in a quoted cell', 'a,b,c\n1,"8"" frame" oak,x\n2,Pen,y\n', 2],
])('a quotation mark that %s is a problem of its line, and swallows no other', async (_, csv, rows) => {
  const [, broken, ...others] = (await readSheet(new Blob([csv]))).rows
  expect(broken?.problem).toMatch(/^Line 2 has a quotation mark/)
  expect(others.filter(({ problem }) => problem === undefined)).toHaveLength(rows - 1)
})

test('blank rows to the end of a sheet are none of it, however many', async () => {
  const blanks = Array.from(
    { length: 60_000 },
    (_, index) => `<row r="${index + 3}"><c r="A${index + 3}" s="1"/></row>`,
  )
  const file = xlsx(
    `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>${blanks.join('')}<row r="1048576"><c r="A1048576" s="1"/></row>`,
  )
  expect(await cellsOf(file)).toEqual([['Name'], ['1']])
  expect(await cellsOf(new Blob(['a;b\n1;2\n', ';;\n'.repeat(100_000)]))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('a cell is read as its number format shows it', async () => {
  const formats = ['00000', '"GW-"0000', '0%', '[$₹-4009] #,##0.00', 'dd/mm/yyyy', 'General']
  const styles = `<styleSheet><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
    <cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}<xf numFmtId="16"/></cellXfs></styleSheet>`
  const values = [8901234567890, 123, 45, 0.18, 1299.5, 46023, 0.1, 46023]
  const cells = values.map((value, index) => `<c r="${'ABCDEFGH'[index]}1" s="${index}"><v>${value}</v></c>`)
  expect(await cellsOf(xlsx(`<row r="1">${cells.join('')}</row>`, { 'xl/styles.xml': styles }))).toEqual([
    ['8901234567890', '00123', 'GW-0045', '18%', '₹ 1,299.50', '01/01/2026', '0.1', '1-Jan'],
  ])
})

test('dates of a workbook that counts days from 1904 are the days that it shows', async () => {
  const file = xlsx('<row r="1"><c r="A1" s="1"><v>44561</v></c><c r="B1"><v>44561</v></c></row>', {
    'xl/workbook.xml': workbook.replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="16"/></cellXfs></styleSheet>',
  })
  expect(await cellsOf(file)).toEqual([['1-Jan', '44561']])
})

test('hidden rows and columns are marked, and cells that are merged down show their text in each row', async () => {
  const text = (cell: string, value: string) => `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`
  const file = xlsx('', {
    'xl/worksheets/sheet2.xml': `<worksheet><cols><col min="2" max="3" hidden="1"/></cols><sheetData><row r="1">${text('A1', 'Mugs')}${text('B1', 'x')}</row><row r="2" hidden="1">${text('B2', 'y')}</row></sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>`,
  })
  const sheet = await readSheet(file)
  expect(sheet.hiddenColumns).toEqual([1, 2])
  expect(sheet.rows).toEqual([
    { number: 1, cells: ['Mugs', 'x'] },
    { number: 2, cells: ['Mugs', 'y'], isHidden: true },
  ])
})

test('the sheet that has the list is read, and another when it is asked for', async () => {
  const others = {
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Terms" r:id="rId1"/><sheet name="List" r:id="rId2"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>Terms</t></is></c></row></sheetData></worksheet>',
  }
  const list =
    '<row r="1"><c t="inlineStr"><is><t>Item Code</t></is></c><c t="inlineStr"><is><t>MRP</t></is></c></row>'
  expect(await readSheet(xlsx(list, others))).toMatchObject({ name: 'List', names: ['Terms', 'List'] })
  expect((await readSheet(xlsx(list, others), 'Terms')).rows[0]?.cells).toEqual(['Terms'])
})

test('pictures are found that are drawn over cells', async () => {
  const name = (row: number) => `<c r="A${row}" t="inlineStr"><is><t>Gift ${row}</t></is></c>`
  const anchor = (row: number, offset: number, id: string) =>
    `<xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>${row}</xdr:row><xdr:rowOff>${offset}</xdr:rowOff></xdr:from><xdr:to><xdr:col>2</xdr:col><xdr:row>${row + 1}</xdr:row><xdr:rowOff>150000</xdr:rowOff></xdr:to><xdr:pic><xdr:blipFill><a:blip r:embed="${id}"/></xdr:blipFill></xdr:pic></xdr:twoCellAnchor>`
  const file = xlsx('', {
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1">${name(1)}</row><row r="2">${name(2)}</row><row r="3">${name(3)}</row></sheetData><drawing r:id="rId1"/></worksheet>`,
    'xl/worksheets/_rels/sheet2.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="../drawings/drawing1.xml"/></Relationships>',
    // The first begins at the end of row 1, and covers row 2.
    'xl/drawings/drawing1.xml': `<xdr:wsDr>${anchor(0, 180_000, 'rId2')}</xdr:wsDr>`,
    'xl/drawings/_rels/drawing1.xml.rels':
      '<Relationships><Relationship Id="rId2" Target="../media/image2.png"/></Relationships>',
    'xl/media/image1.png': 'a',
    'xl/media/image2.png': 'b',
  })
  const { rows } = await readSheet(file)
  expect(rows.map(({ pictures }) => pictures)).toEqual([undefined, ['xl/media/image2.png'], undefined])
})

test('pictures are found that Excel places in cells, and other rich values are none', async () => {
  const cell = (at: string, more: string) => `<c r="${at}" ${more}><v>#VALUE!</v></c>`
  const file = xlsx(
    `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c>${cell('B2', 't="e" vm="2"')}</row><row r="3"><c r="A3" t="s"><v>1</v></c>${cell('B3', 't="e" vm="1"')}</row>`,
    {
      'xl/metadata.xml':
        '<metadata><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><xlrd:rvb i="0"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk></futureMetadata><valueMetadata><bk><rc t="1" v="0"/></bk><bk><rc t="1" v="1"/></bk></valueMetadata></metadata>',
      'xl/richData/rdrichvaluestructure.xml':
        '<rvStructures><s t="_error"><k n="errorType" t="i"/></s><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s></rvStructures>',
      'xl/richData/rdrichvalue.xml':
        '<rvData><rv s="0"><v>0</v></rv><rv s="1"><v>0</v><v>5</v></rv></rvData>',
      'xl/richData/richValueRel.xml': '<richValueRels><rel r:id="rId1"/></richValueRels>',
      'xl/richData/_rels/richValueRel.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="../media/image1.png"/></Relationships>',
      'xl/media/image1.png': 'a',
    },
  )
  const { rows } = await readSheet(file)
  expect(rows.map(({ cells, pictures }) => [cells, pictures])).toEqual([
    [['Name'], undefined],
    [['Fish & chips'], ['xl/media/image1.png']],
    [['Fish & chips', '#VALUE!'], undefined],
  ])
})

test('the table of a page that was saved as a workbook is read', async () => {
  const page =
    '<html><head><style>td{}</style></head><body><TABLE><tr><TH>Code<th>Name</tr><tr><td>H&#45;1</td><td>Mug <b>&amp;</b><br>lid</td></tr></TABLE></body></html>'
  expect(await cellsOf(new Blob([page]))).toEqual([
    ['Code', 'Name'],
    ['H-1', 'Mug &\nlid'],
  ])
  await expect(readSheet(new Blob(['<?xml version="1.0"?><Workbook/>']))).rejects.toThrow('save it as XLSX')
})
