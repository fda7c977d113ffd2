import { describe, expect, test } from 'vitest'

import {
  chooseFilter,
  cleanFilters,
  filterLabel,
  type FilterOptions,
  readFilters,
  sameFilters,
  subcategoryChoices,
  toggleFilter,
  writeFilters,
  offersDoctorTypes,
} from './catalogue-filters.ts'

const options: FilterOptions = {
  industries: ['Pharmaceutical', 'Banking & Finance'],
  doctorTypeIndustries: ['Pharmaceutical'],
  categories: ['Drinkware', 'Awards'],
  subcategories: { Drinkware: ['Mugs', 'Bottles'] },
  themes: ['Diwali'],
  doctorTypes: ['Cardiologist'],
  facts: { moq: ['50', '100'], lead: ['7', '15'], branding: ['Engraving'], colour: ['Navy', 'Teal'] },
}

describe('filters in the address', () => {
  test('what is written is read back', () => {
    const filters = {
      industry: ['Pharmaceutical'],
      category: ['Drinkware'],
      subcategory: ['Mugs'],
      budget: ['Rs.10-100'],
      theme: ['Diwali'],
      doctorType: ['Cardiologist'],
      moq: ['100'],
      lead: ['15'],
      branding: ['Engraving'],
      colour: ['Navy', 'Teal'],
    }
    expect(readFilters(writeFilters(new URLSearchParams(), filters))).toEqual(filters)
  })

  test('the industry parameter is the one that links on other pages use', () => {
    expect(readFilters(new URLSearchParams('industry=Pharmaceutical'))).toEqual({
      industry: ['Pharmaceutical'],
    })
  })

  test('several values of a filter are repeated parameters, each once', () => {
    expect(readFilters(new URLSearchParams('theme=Diwali&theme=Onboarding&theme=Diwali&theme='))).toEqual({
      theme: ['Diwali', 'Onboarding'],
    })
    expect(writeFilters(new URLSearchParams(), { theme: ['Diwali', 'Onboarding'] }).toString()).toBe(
      'theme=Diwali&theme=Onboarding',
    )
  })

  test('an empty value counts as not chosen', () => {
    expect(readFilters(new URLSearchParams('industry=&theme='))).toEqual({})
  })

  test('of a minimum quantity and a lead time one number counts, and any other text is ignored', () => {
    expect(readFilters(new URLSearchParams('moq=many&moq=50&moq=100&lead=-3&lead=1e2&lead=7.5'))).toEqual({
      moq: ['50'],
    })
  })

  test('an order is read back, the first one and an unknown one as none', () => {
    const sorted = { theme: ['Diwali'], sort: 'budget-asc' } as const
    expect(readFilters(writeFilters(new URLSearchParams('sort=name'), sorted))).toEqual(sorted)
    expect(readFilters(new URLSearchParams('sort=newest'))).toEqual({})
    expect(readFilters(new URLSearchParams('sort=toString'))).toEqual({})
  })

  test('parameters that are no filters stay as they are', () => {
    expect(writeFilters(new URLSearchParams('utm_source=mail&theme=Diwali'), {}).toString()).toBe(
      'utm_source=mail',
    )
  })

  test('the place in the results before is dropped', () => {
    expect(writeFilters(new URLSearchParams('theme=Diwali&from=97'), { sort: 'name' }).toString()).toBe(
      'sort=name',
    )
    expect(readFilters(new URLSearchParams('from=97'))).toEqual({})
  })
})

describe('filters that mean something', () => {
  test.each([
    [
      'a known value of every kind stays',
      {
        industry: ['Pharmaceutical'],
        category: ['Drinkware'],
        subcategory: ['Mugs'],
        budget: ['Rs.2000+'],
        theme: ['Diwali'],
        doctorType: ['Cardiologist'],
      },
      {},
    ],
    ['an order and a search stay', { theme: ['Diwali'], sort: 'name' as const, q: 'pen' }, {}],
    [
      'known facts stay',
      { moq: ['50'], lead: ['15'], branding: ['Engraving'], colour: ['Teal', 'Navy'] },
      {},
    ],
    ['facts that no product has are dropped', {}, { branding: ['Foiling'], colour: ['teal'] }],
    ['a number that is not offered stays', { moq: ['300'] }, { moq: ['300'] }],
    ['an unknown industry is dropped', { theme: ['Diwali'] }, { industry: ['Astrology'] }],
    ['a value in other letters is unknown', {}, { industry: ['pharmaceutical'] }],
    ['an unknown budget is dropped', {}, { budget: ['Rs.5'] }],
    ['a subcategory without its category is dropped', {}, { subcategory: ['Mugs'] }],
    ['a subcategory of another category is dropped', { category: ['Awards'] }, { subcategory: ['Mugs'] }],
    [
      'a doctor type without the pharmaceutical industry is dropped',
      { industry: ['Banking & Finance'] },
      { doctorType: ['Cardiologist'] },
    ],
  ])('%s', (_name, valid, dropped) => {
    expect(cleanFilters({ ...valid, ...dropped }, options)).toEqual(valid)
  })
})

describe('one choice', () => {
  test('replaces the value of its own section only', () => {
    expect(chooseFilter({ theme: ['Diwali'], budget: ['Rs.10-100'] }, 'budget', 'Rs.2000+')).toEqual({
      theme: ['Diwali'],
      budget: ['Rs.2000+'],
    })
  })

  test('of another category clears the subcategory', () => {
    expect(chooseFilter({ category: ['Drinkware'], subcategory: ['Mugs'] }, 'category', 'Awards')).toEqual({
      category: ['Awards'],
    })
  })

  test('of another industry, or of none, clears the doctor type', () => {
    const pharma = { industry: ['Pharmaceutical'], doctorType: ['Cardiologist'] }
    const chosen = (industry?: string) => cleanFilters(chooseFilter(pharma, 'industry', industry), options)
    expect(chosen('Banking & Finance')).toEqual({ industry: ['Banking & Finance'] })
    expect(chosen()).toEqual({})
  })
})

describe('several values of a filter', () => {
  test('are added and removed one by one', () => {
    const one = toggleFilter({}, 'theme', 'Diwali')
    const two = toggleFilter(one, 'theme', 'Onboarding')
    expect(two).toEqual({ theme: ['Diwali', 'Onboarding'] })
    expect(toggleFilter(two, 'theme', 'Diwali')).toEqual({ theme: ['Onboarding'] })
    expect(toggleFilter(one, 'theme', 'Diwali')).toEqual({})
  })

  test('are none of a minimum quantity, whose next value replaces the one before', () => {
    expect(toggleFilter({ moq: ['50'] }, 'moq', '100')).toEqual({ moq: ['100'] })
    expect(toggleFilter({ moq: ['50'] }, 'moq', '50')).toEqual({})
  })

  test('stay when known, and keep what depends on one of them', () => {
    const filters = {
      industry: ['Banking & Finance', 'Pharmaceutical'],
      category: ['Awards', 'Drinkware'],
      subcategory: ['Mugs'],
      doctorType: ['Cardiologist'],
    }
    expect(cleanFilters({ ...filters, industry: [...filters.industry, 'Astrology'] }, options)).toEqual(
      filters,
    )
    expect(cleanFilters(toggleFilter(filters, 'category', 'Drinkware'), options).subcategory).toBeUndefined()
    expect(
      cleanFilters(toggleFilter(filters, 'industry', 'Pharmaceutical'), options).doctorType,
    ).toBeUndefined()
  })
})

test('numbers say what they are the most of, and names are themselves', () => {
  expect(filterLabel('moq', '100')).toBe('Up to 100 pieces')
  expect(filterLabel('lead', '15')).toBe('Up to 15 working days')
  expect(filterLabel('colour', '100')).toBe('100')
})

test('doctor types are offered beside each industry that has them, whatever its name', () => {
  const others = { ...options, doctorTypeIndustries: ['Hospitals', 'Pharma'] }
  expect(offersDoctorTypes({ industry: ['Banking', 'Hospitals'] }, others)).toBe(true)
  expect(offersDoctorTypes({ industry: ['Banking', 'Pharmaceutical'] }, others)).toBe(false)
  expect(offersDoctorTypes({}, others)).toBe(false)
})

test('only a category with linked subcategories offers some', () => {
  expect(subcategoryChoices({ category: ['Drinkware'] }, options)).toEqual(['Mugs', 'Bottles'])
  expect(subcategoryChoices({ category: ['Awards'] }, options)).toEqual([])
  expect(subcategoryChoices({}, options)).toEqual([])
})

test('filters are the same when every section is', () => {
  expect(sameFilters({ theme: ['Diwali'] }, { theme: ['Diwali'] })).toBe(true)
  expect(sameFilters({ theme: ['Diwali'] }, { theme: ['Diwali'], budget: ['Rs.2000+'] })).toBe(false)
  expect(sameFilters({ theme: ['Diwali'] }, { theme: ['Diwali'], sort: 'name' })).toBe(false)
})
