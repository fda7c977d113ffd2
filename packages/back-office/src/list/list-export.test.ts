import { strFromU8, unzipSync } from 'fflate'
import { expect, test, vi } from 'vitest'

import { exportList, type ExportedList } from './list-export.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly note: string
}

const list = (rows: readonly Row[]): ExportedList<Row> => ({
  columns: [
    { header: 'Name', text: ({ name }) => name },
    { header: 'Note', text: ({ note }) => note },
  ],
  read: (position, { size }) => {
    const from = 'cursor' in position ? rows.findIndex(({ id }) => id === position.cursor.id) + 1 : 0
    return Promise.resolve(rows.slice(from, from + size))
  },
})
const options = () => ({ signal: new AbortController().signal, onProgress: vi.fn() })

/** The cells of a workbook as they are in its XML. */
async function cellsIn(content: Blob) {
  const files = unzipSync(new Uint8Array(await content.arrayBuffer()))
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const cells = sheet.matchAll(/<c r="(\w+)" t="(\w+)"><is><t xml:space="preserve">(.*?)<\/t><\/is><\/c>/gs)
  return [...cells].map(([, position, type, text]) => [position, type, text])
}

test('a workbook has every cell as text, which nothing calculates, telephone numbers included', async () => {
  const rows = [
    { id: '1', name: '=1+1', note: '+91 98765 43210' },
    { id: '2', name: 'A & <B>\r\n"C"', note: '' },
    { id: '3', name: '_x0041_', note: 'bell\u0007 😀' },
  ]
  const { content, count } = await exportList(list(rows), 'xlsx', options())
  expect(count).toBe(3)
  expect(await cellsIn(content)).toEqual([
    ['A1', 'inlineStr', 'Name'],
    ['B1', 'inlineStr', 'Note'],
    ['A2', 'inlineStr', '=1+1'],
    ['B2', 'inlineStr', '+91 98765 43210'],
    ['A3', 'inlineStr', 'A &amp; &lt;B&gt;&#13;\n"C"'],
    ['A4', 'inlineStr', '_x005F_x0041_'],
    ['B4', 'inlineStr', 'bell 😀'],
  ])
})

test.each(['csv', 'xlsx'] as const)(
  'a long list is read in parts, and its %s is the same each time',
  async (kind) => {
    const rows = Array.from({ length: 2500 }, (_none, position) => ({
      id: `${position}`,
      name: `Mug ${position}`,
      note: '',
    }))
    const { onProgress, signal } = options()
    const one = await exportList(list(rows), kind, { onProgress, signal })
    expect(onProgress.mock.calls).toEqual([[1000], [2000], [2500]])
    const other = await exportList(list(rows), kind, options())
    expect(new Uint8Array(await one.content.arrayBuffer())).toEqual(
      new Uint8Array(await other.content.arrayBuffer()),
    )
  },
)

test('columns after Z have two letters', async () => {
  const columns = Array.from({ length: 28 }, (_none, position) => ({ header: `${position}`, text: () => '' }))
  const { content } = await exportList({ columns, read: () => Promise.resolve([]) }, 'xlsx', options())
  expect((await cellsIn(content)).slice(-3).map(([position]) => position)).toEqual(['Z1', 'AA1', 'AB1'])
})
