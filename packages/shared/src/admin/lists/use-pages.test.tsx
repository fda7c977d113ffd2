import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { pageSize } from '../../data/keyset.ts'
import { usePages } from './use-pages.ts'

const rowsFrom = (first: number, count = pageSize) =>
  Array.from({ length: count }, (_none, place) => ({ id: `id-${first + place}` }))

function showPages() {
  const { result, rerender } = renderHook(({ listKey }) => usePages(listKey), {
    initialProps: { listKey: 'every' },
  })
  return { pages: () => result.current, ask: (listKey: string) => rerender({ listKey }) }
}

test('the way on begins behind the last row, the way back before the first', () => {
  const { pages } = showPages()
  expect(pages()).toMatchObject({ place: { at: 'first' }, first: 0 })
  act(() => pages().toNext(rowsFrom(0)))
  expect(pages()).toMatchObject({
    place: { at: 'after', mark: { id: `id-${pageSize - 1}` } },
    first: pageSize,
  })
  act(() => pages().toNext(rowsFrom(pageSize)))
  act(() => pages().toPrevious(rowsFrom(2 * pageSize)))
  expect(pages()).toMatchObject({
    place: { at: 'before', mark: { id: `id-${2 * pageSize}` } },
    first: pageSize,
  })
  act(() => pages().toPrevious(rowsFrom(pageSize)))
  expect(pages()).toMatchObject({ place: { at: 'first' }, first: 0 })
})

test.each([
  [60, 10, 50],
  [50, 25, 25],
  [26, 1, 25],
])('the last page of %i rows has the %i that are left over', (total, size, first) => {
  const { pages } = showPages()
  act(() => pages().toLast(total))
  expect(pages()).toMatchObject({ place: { at: 'last', size }, first })
})

test('a list of one page has no other', () => {
  const { pages } = showPages()
  act(() => pages().toLast(25))
  expect(pages().place).toEqual({ at: 'first' })
  act(() => pages().toNext([]))
  expect(pages().place).toEqual({ at: 'first' })
})

test('another search begins at its first page, and the one before is not remembered', () => {
  const { pages, ask } = showPages()
  act(() => pages().toNext(rowsFrom(0)))
  ask('mugs')
  expect(pages().first).toBe(0)
  act(() => pages().toFirst())
  ask('every')
  expect(pages().first).toBe(0)
})
