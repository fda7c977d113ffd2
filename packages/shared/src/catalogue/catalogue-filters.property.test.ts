import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseStoredBasket, storedBasket } from './basket.ts'
import { catalogueSorts, cleanFilters, filterNames, readFilters, writeFilters } from './catalogue-filters.ts'
import { csvLine } from './csv.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 500 }

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('__proto__', 'constructor', 'toString', '', ' ', '\u0000', '\ud800', '%', '&a=b', '+'),
)

describe('filters in an address', () => {
  const search = fc
    .array(
      fc.tuple(fc.oneof(fc.constantFrom(...filterNames, 'doctor-type', 'sort', 'page'), anyText), anyText),
      {
        maxLength: 8,
      },
    )
    .map(
      (pairs) =>
        new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])),
    )

  test('are read from any address, as texts that are not empty and under known names alone', () => {
    fc.assert(
      fc.property(search, (params) => {
        const { sort, ...filters } = readFilters(params)
        expect([...catalogueSorts, undefined]).toContain(sort)
        for (const [name, values] of Object.entries(filters)) {
          expect(filterNames).toContain(name)
          expect(values).not.toHaveLength(0)
          expect(values).not.toContain('')
        }
      }),
      runs,
    )
  })

  test('come back from the address that they were written into, and leave other parameters as they were', () => {
    fc.assert(
      fc.property(search, search, (one, other) => {
        const filters = readFilters(one)
        const written = writeFilters(other, filters)
        expect(readFilters(new URLSearchParams(written.toString()))).toEqual(filters)
        const rest = (params: URLSearchParams) => [...params].filter(([name]) => !isFilter(name))
        expect(rest(written)).toEqual(rest(other))
      }),
      runs,
    )
  })

  test('are cleaned to what can be chosen, once and for all', () => {
    const named = fc.array(
      anyText.map((name) => ({ id: name, name })),
      { maxLength: 3 },
    )
    const options = fc.record({
      industries: named,
      categories: fc.array(fc.record({ id: anyText, name: anyText, subcategories: named }), { maxLength: 3 }),
      themes: named,
      doctorTypes: named,
    })
    fc.assert(
      fc.property(search, options, (params, known) => {
        const clean = cleanFilters(readFilters(params), known)
        expect(cleanFilters(clean, known)).toEqual(clean)
        const names = known.themes.map(({ name }) => name)
        for (const theme of clean.theme ?? []) expect(names).toContain(theme)
      }),
      runs,
    )
  })

  function isFilter(name: string): boolean {
    return (
      ['doctor-type', 'sort'].includes(name) ||
      (name !== 'doctorType' && filterNames.some((each) => each === name))
    )
  }
})

describe('a stored basket', () => {
  const item = fc.record({ id: anyText, name: anyText, imageUrl: fc.option(anyText) })

  test('is read from anything, as products that are whole and there once', () => {
    const stored = fc.oneof(
      anyText,
      fc.json(),
      fc
        .array(fc.oneof(item, fc.jsonValue()), { maxLength: 6 })
        .map((items) => JSON.stringify({ version: 1, items })),
    )
    fc.assert(
      fc.property(stored, (text) => {
        const basket = parseStoredBasket(text)
        expect(new Set(basket.map(({ id }) => id)).size).toBe(basket.length)
        for (const { id, name, imageUrl } of basket) {
          expect([typeof id, typeof name]).toEqual(['string', 'string'])
          expect(imageUrl === null || typeof imageUrl === 'string').toBe(true)
        }
      }),
      runs,
    )
  })

  test('is restored as it was stored', () => {
    fc.assert(
      fc.property(fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 6 }), (basket) => {
        expect(parseStoredBasket(storedBasket(basket))).toEqual(basket)
      }),
      runs,
    )
  })
})

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
