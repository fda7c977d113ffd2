import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { csvLine } from './csv-line.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 500 }

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', ' ', '\u0000', '\ud800', '%', '&a=b', '+'),
)

describe('a line of CSV', () => {
  const cellText = fc.oneof(
    { weight: 3, arbitrary: anyText },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('', ' ', '\t', '\u200b', '\ufeff', '\r', '\n'),
          fc.constantFrom(...'=+-@＝＋－＠"\',;'.split('')),
          anyText,
        )
        .map((parts) => parts.join('')),
    },
  )
  const cells = fc.array(cellText, { minLength: 1, maxLength: 6 })

  test('is read back by the rules of RFC 4180 as the same cells, some behind an apostrophe', () => {
    fc.assert(
      fc.property(cells, (given) => {
        const [read = [], ...more] = readCsv(csvLine(given))
        expect(more).toEqual([])
        expect(read).toHaveLength(given.length)
        expect(read.every((cell, at) => cell === given[at] || cell === `'${given[at]}`)).toBe(true)
      }),
      runs,
    )
  })

  test('has no cell that a spreadsheet program would calculate', () => {
    fc.assert(
      fc.property(cells, (given) => {
        for (const cell of readCsv(csvLine(given))[0] ?? []) {
          expect(cell.replaceAll(/^[\s\p{Cf}]+/gu, '')).not.toMatch(/^[=+\-@＝＋－＠]/u)
        }
      }),
      runs,
    )
  })

  /** RFC 4180, word for word: cells in quotes or without them, lines that end with CR LF. */
  function readCsv(text: string): string[][] {
    const lines: string[][] = []
    let line: string[] = []
    let at = 0
    while (at < text.length) {
      let cell = ''
      if (text[at] === '"') {
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
          if (text[at] === '"') at += 1
          cell += text[at] ?? ''
        }
        at += 1
      } else {
        while (text[at] !== ',' && !text.startsWith('\r\n', at) && at < text.length) cell += text[at++]
      }
      line.push(cell)
      if (text[at] === ',') at += 1
      else {
        if (!text.startsWith('\r\n', at)) throw new Error(`The line goes on at ${at}`)
        at += 2
        lines.push(line)
        line = []
      }
    }
    return lines
  }
})
