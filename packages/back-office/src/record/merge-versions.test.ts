import { expect, test } from 'vitest'

import { mergeVersions, applyTheirs } from './use-record-form.ts'

const base = { name: 'Mug', budget: '', category: 'a', part: 'a1', tags: ['x', 'y'], is_sample: false }
const together = [['category', 'part']]

test('what only one side has changed is taken, and the same change of both is no conflict', () => {
  const mine = { ...base, name: 'Cup', is_sample: true }
  const theirs = { ...base, budget: 'Rs.10-100', tags: ['x'], is_sample: true }
  expect(mergeVersions({ base, mine, theirs }, together)).toEqual({
    merged: { ...base, name: 'Cup', budget: 'Rs.10-100', tags: ['x'], is_sample: true },
    conflicts: [],
    theirs: [['budget'], ['tags']],
  })
})

test('what both have changed is a conflict, and mine until it is settled', () => {
  const mine = { ...base, name: 'Cup', tags: [] }
  const theirs = { ...base, name: 'Beaker', tags: ['x', 'y', 'z'] }
  const { merged, conflicts } = mergeVersions({ base, mine, theirs }, together)
  expect(merged).toEqual(mine)
  expect(conflicts).toEqual([['name'], ['tags']])
  expect(applyTheirs(merged, theirs, [['name']])).toEqual({ ...mine, name: 'Beaker' })
})

test('fields that belong together are taken together, or are a conflict together', () => {
  const theirs = { ...base, category: 'b', part: 'b1' }
  expect(mergeVersions({ base, mine: base, theirs }, together)).toMatchObject({
    merged: theirs,
    conflicts: [],
  })
  expect(mergeVersions({ base, mine: { ...base, part: 'a2' }, theirs }, together)).toMatchObject({
    merged: { category: 'a', part: 'a2' },
    conflicts: [['category', 'part']],
  })
})

test('a list of rows is one field, whose order matters', () => {
  const rows = [{ name: 'Red' }, { name: 'Blue' }]
  const versions = { base: { rows }, mine: { rows: rows.toReversed() }, theirs: { rows } }
  expect(mergeVersions(versions, []).merged).toEqual(versions.mine)
  const theirs = { rows: [...rows, { name: 'Green' }] }
  expect(mergeVersions({ ...versions, theirs }, []).conflicts).toEqual([['rows']])
})

test('ids in another order are no change', () => {
  const mine = { ...base, tags: ['y', 'x'] }
  expect(mergeVersions({ base, mine, theirs: base }, together)).toMatchObject({ conflicts: [], theirs: [] })
})
