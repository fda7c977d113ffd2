import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { catalogueSorts, cleanFilters, filterNames, readFilters, writeFilters } from './catalogue-filters.ts'

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
    const names = fc.array(anyText, { maxLength: 3 })
    const options = fc.record({
      industries: names,
      doctorTypeIndustries: names,
      categories: names,
      subcategories: fc.dictionary(anyText, names, { maxKeys: 3 }),
      themes: names,
      doctorTypes: names,
      facts: fc.record({
        moq: fc.array(anyText),
        lead: fc.array(anyText),
        branding: fc.array(anyText),
        colour: fc.array(anyText),
      }),
    })
    fc.assert(
      fc.property(search, options, (params, known) => {
        const clean = cleanFilters(readFilters(params), known)
        expect(cleanFilters(clean, known)).toEqual(clean)
        for (const theme of clean.theme ?? []) expect(known.themes).toContain(theme)
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
