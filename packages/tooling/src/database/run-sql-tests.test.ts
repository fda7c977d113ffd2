import { describe, expect, it } from 'vitest'
import { tapReport } from './run-sql-tests.ts'

describe('a report of pgTAP', () => {
  it('counts what passed when the plan stands first', () => {
    expect(tapReport(['1..2', 'ok 1 - one', 'ok 2 - two'])).toEqual({
      passed: ['1 one', '2 two'],
      failures: [],
    })
  })

  it('counts what passed when the plan stands last', () => {
    expect(tapReport(['', 'ok 1 - one', '1..1'])).toEqual({ passed: ['1 one'], failures: [] })
  })

  it('counts assertions of one group once', () => {
    const lines = ['ok 1 - [sales: leads] may select', 'ok 2 - [sales: leads] may not delete', 'ok 3', '1..3']
    expect(tapReport(lines)).toEqual({ passed: ['[sales: leads]', '3 '], failures: [] })
  })

  it('gives a failure with its remarks, and not those of the end', () => {
    const lines = [
      'ok 1',
      'not ok 2 - two\n# Failed test 2: "two"\n#  have: 1',
      'ok 3',
      '1..3',
      '# Looks like you failed 1 test',
    ]
    expect(tapReport(lines)).toEqual({
      passed: ['1 ', '3 '],
      failures: ['not ok 2 - two\n# Failed test 2: "two"\n#  have: 1'],
    })
  })

  it('fails a file that ends early', () => {
    expect(tapReport(['ok 1']).failures).toEqual(['ended without a plan after 1 assertions'])
    expect(tapReport(['1..3', 'ok 1']).failures).toEqual(['planned 3 assertions and made 1'])
  })

  it('fails a file without assertions', () => {
    expect(tapReport([]).failures).toHaveLength(1)
    expect(tapReport(['1..0']).failures).toEqual(['made no assertion'])
  })
})
