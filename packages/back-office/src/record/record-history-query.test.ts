import { expect, test } from 'vitest'

import { changesIn, formerVersions } from './record-history.tsx'

const row = (number: number, kind: string, before: object, after: object = {}) => ({
  changed_at: `2026-11-${20 + number}T10:00:00+00:00`,
  actor_id: 'a',
  kind,
  before: before as never,
  after: after as never,
})
const product = { id: 'p', version: 4, name: 'Copper jug', budget: null as string | null, themes: ['summer'] }
const entity = {
  rows: { colours: 'product_colours' },
  toForm: ({ name, budget, themes }: typeof product) => ({ name, budget: budget ?? '', theme_ids: themes }),
}

test('former versions have the rows of lists as they were, with one that was changed', () => {
  const red = { position: 1, name: 'Red' }
  const blue = { position: 2, name: 'Blue' }
  const record = { id: 'p', version: 4, product_colours: [red, blue] }
  const colours = {
    rows: entity.rows,
    toForm: ({ product_colours: rows }: typeof record) => ({
      colours: rows.toSorted((one, other) => one.position - other.position).map(({ name }) => name),
    }),
  }
  const changes = changesIn([
    // Keys have no order in JSON.
    row(3, 'linked', {}, { colours: [{ name: 'Blue', position: 2 }] }),
    row(3, 'linked', { colours: [{ position: 2, name: 'Navy' }] }),
    row(2, 'linked', {}, { colours: [red, { position: 2, name: 'Navy' }] }),
  ])
  expect(formerVersions(colours, record, changes).map(({ form }) => form.colours)).toEqual([
    ['Red', 'Navy'],
    [],
  ])
})

test('the rows of one transaction are one change', () => {
  const changes = changesIn([
    row(3, 'linked', {}, { theme_ids: ['summer'] }),
    row(3, 'linked', { theme_ids: ['spring'] }),
    row(3, 'changed', { name: 'Copper bottle' }, { name: 'Copper jug' }),
    row(1, 'created', {}),
  ])
  expect(changes.map(({ kind, columns, links }) => [kind, columns, links.length])).toEqual([
    ['changed', { name: 'Copper bottle' }, 2],
    ['created', {}, 0],
  ])
})

test('former versions are what the record was before each change, links included', () => {
  const changes = changesIn([
    row(3, 'linked', { theme_ids: ['spring'] }, { theme_ids: ['summer'] }),
    row(3, 'changed', { name: 'Copper bottle' }),
    row(2, 'changed', { budget: 'Rs.10-100' }),
    row(1, 'linked', {}, { theme_ids: ['spring'] }),
  ])
  expect(formerVersions(entity, product, changes).map(({ form }) => form)).toEqual([
    { name: 'Copper bottle', budget: '', theme_ids: ['spring'] },
    { name: 'Copper bottle', budget: 'Rs.10-100', theme_ids: ['spring'] },
    { name: 'Copper bottle', budget: 'Rs.10-100', theme_ids: [] },
  ])
})
