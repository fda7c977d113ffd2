import { act, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'

import { pageSize } from '../../data/keyset.ts'
import { type Pages, usePages } from './use-list-page.ts'

const idOf = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`
const rowsFrom = (first: number, count = pageSize) =>
  Array.from({ length: count }, (_none, place) => ({ id: idOf(first + place), text: 'as long as you like' }))

/** A list whose search is its key. */
function showPages(state?: unknown) {
  let shown: Pages | undefined
  const show = (pages: Pages) => (shown = pages)
  function List() {
    const pages = usePages(useLocation().search)
    useLayoutEffect(() => {
      show(pages)
    })
    return null
  }
  const router = createMemoryRouter(
    [
      { path: '/list', element: <List /> },
      { path: '*', element: null },
    ],
    { initialEntries: [{ pathname: '/list', state }] },
  )
  render(<RouterProvider router={router} useTransitions={false} />)
  return {
    pages() {
      if (shown === undefined) throw new Error('There is no list')
      return shown
    },
    ask: (search: string) => act(() => router.navigate(`/list${search}`)),
    leave: () => act(() => router.navigate('/elsewhere')),
    goBack: () => act(() => router.navigate(-1)),
  }
}

test('the next page begins after the last row, the previous page before the first', () => {
  const { pages } = showPages()
  expect(pages()).toMatchObject({ place: { at: 'first' }, first: 0 })
  act(() => pages().toNext(rowsFrom(0)))
  expect(pages()).toMatchObject({
    place: { at: 'after', cursor: { id: idOf(pageSize - 1) } },
    first: pageSize,
  })
  act(() => pages().toNext(rowsFrom(pageSize)))
  act(() => pages().toPrevious(rowsFrom(2 * pageSize)))
  expect(pages()).toMatchObject({
    place: { at: 'before', cursor: { id: idOf(2 * pageSize) } },
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

test('a list of one page has no next or previous page', () => {
  const { pages } = showPages()
  act(() => pages().toLast(25))
  expect(pages().place).toEqual({ at: 'first' })
  act(() => pages().toNext([]))
  expect(pages().place).toEqual({ at: 'first' })
})

test('another search starts at its first page and discards the previous position', async () => {
  const { pages, ask } = showPages()
  act(() => pages().toNext(rowsFrom(0)))
  await ask('?search=mugs')
  expect(pages().first).toBe(0)
  act(() => pages().toFirst())
  await ask('')
  expect(pages().first).toBe(0)
})

test('returning from another screen or search restores the page', async () => {
  const { pages, ask, leave, goBack } = showPages()
  act(() => pages().toNext(rowsFrom(0)))
  act(() => pages().toNext(rowsFrom(pageSize)))
  const before = { place: { at: 'after', cursor: { id: idOf(2 * pageSize - 1) } }, first: 2 * pageSize }
  await leave()
  await goBack()
  expect(pages()).toMatchObject(before)
  await ask('?search=mugs')
  expect(pages().first).toBe(0)
  act(() => pages().toLast(60))
  await goBack()
  expect(pages()).toMatchObject(before)
})

test.each([
  null,
  'pages',
  { pages: { listKey: '', shown: { first: -1, place: { at: 'first' } } } },
  { pages: { listKey: '', shown: { first: 25, place: { at: 'after', cursor: { id: '1),or=(id.neq.2' } } } } },
  { pages: { listKey: '', shown: { first: 25, place: { at: 'last', size: 1_000_000 } } } },
])('what an entry of the history should not hold is left alone: %j', (state) => {
  const { pages } = showPages(state)
  expect(pages()).toMatchObject({ place: { at: 'first' }, first: 0 })
})
