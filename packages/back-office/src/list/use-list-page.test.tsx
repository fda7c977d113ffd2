import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { type PagePosition, pageSize } from '@giftwell/shared/kernel/keyset.ts'
import { type Pages, useListPage, usePages } from './use-list-page.ts'
import { usePageSize } from './list-views.ts'

const idOf = (position: number) => `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`
const at = '2026-11-20T10:00:00.123456+00:00'
const rowsFrom = (first: number, count = pageSize) =>
  Array.from({ length: count }, (_none, position) => ({ id: idOf(first + position), created_at: at }))

/** Navigations end a moment after they begin. */
const settle = (go: () => void) =>
  act(() => {
    go()
    return Promise.resolve()
  })

function showPages(address = '/list') {
  let shown: Pages | undefined
  const show = (pages: Pages) => (shown = pages)
  function List() {
    const [size] = usePageSize()
    const pages = usePages('created_at', size)
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
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} useTransitions={false} />)
  return {
    pages() {
      if (shown === undefined) throw new Error('There is no list')
      return shown
    },
    address: () => router.state.location.search,
    ask: (search: string) => act(() => router.navigate(`/list${search}`)),
    leave: () => act(() => router.navigate('/elsewhere')),
    goBack: () => act(() => router.navigate(-1)),
  }
}

test('the next page begins after the last row, the previous page before the first', async () => {
  const { pages } = showPages()
  expect(pages()).toMatchObject({ position: { at: 'first' }, first: 0 })
  await settle(() => pages().toNext(rowsFrom(0)))
  expect(pages()).toMatchObject({
    position: { at: 'after', cursor: { id: idOf(pageSize - 1) } },
    first: pageSize,
  })
  await settle(() => pages().toNext(rowsFrom(pageSize)))
  await settle(() => pages().toPrevious(rowsFrom(2 * pageSize)))
  expect(pages()).toMatchObject({
    position: { at: 'before', cursor: { id: idOf(2 * pageSize) } },
    first: pageSize,
  })
  await settle(() => pages().toPrevious(rowsFrom(pageSize)))
  expect(pages()).toMatchObject({ position: { at: 'first' }, first: 0 })
})

test.each([
  [60, 10, 50],
  [50, 25, 25],
  [26, 1, 25],
])('the last page of %i rows has the %i that remain', async (total, size, first) => {
  const { pages } = showPages()
  await settle(() => pages().toLast(total))
  expect(pages()).toMatchObject({ position: { at: 'last', size }, first })
})

test('a list of one page has no next or previous page', async () => {
  const { pages } = showPages()
  await settle(() => pages().toLast(25))
  expect(pages().position).toEqual({ at: 'first' })
  await settle(() => pages().toNext([]))
  expect(pages().position).toEqual({ at: 'first' })
})

test('another search starts at its first page and discards the previous position', async () => {
  const { pages, ask } = showPages()
  await settle(() => pages().toNext(rowsFrom(0)))
  await ask('?search=mugs')
  expect(pages().first).toBe(0)
  await settle(() => pages().toFirst())
  await ask('')
  expect(pages().first).toBe(0)
})

test('returning from another screen or search restores the page', async () => {
  const { pages, ask, leave, goBack } = showPages()
  await settle(() => pages().toNext(rowsFrom(0)))
  await settle(() => pages().toNext(rowsFrom(pageSize)))
  const before = { position: { at: 'after', cursor: { id: idOf(2 * pageSize - 1) } }, first: 2 * pageSize }
  await leave()
  await goBack()
  expect(pages()).toMatchObject(before)
  await ask('?search=mugs')
  expect(pages().first).toBe(0)
  await settle(() => pages().toLast(60))
  await goBack()
  expect(pages()).toMatchObject(before)
})

test('the address names the page and its cursor, so that a shared link shows it', async () => {
  const { pages, address } = showPages()
  await settle(() => pages().toNext(rowsFrom(0)))
  const search = address()
  expect(new URLSearchParams(search).get('page')).toBe('2')
  const link = showPages(`/list${search}`)
  expect(link.pages()).toMatchObject({
    position: { at: 'after', cursor: { id: idOf(pageSize - 1), created_at: at } },
    first: pageSize,
  })
  await settle(() => link.pages().toFirst())
  expect(link.address()).toBe('')
})

test('the number of rows on a page is the address’s, else the user’s own, but never guessed for a page', async () => {
  localStorage.setItem('giftwell-lists', '{"rows":"compact","size":50}')
  const { pages, address } = showPages()
  expect(pages().position).toEqual({ at: 'first', size: 50 })
  await settle(() => pages().toNext(rowsFrom(0, 50)))
  expect(address()).toContain('size=50')
  expect(showPages('/list?page=3&last=7').pages()).toMatchObject({
    position: { at: 'last', size: 7 },
    first: 50,
  })
  expect(showPages('/list?size=100').pages().position).toEqual({ at: 'first', size: 100 })
})

test.each([
  'page=2',
  'page=-1&last=3',
  'page=1e9999&last=3',
  'page=2&after=1),or=(id.neq.2',
  `page=2&after=${idOf(1)},now()`,
  'page=2&last=1000000',
  'size=1000000',
])('a page that an address should not have is ignored: %s', (search) => {
  expect(showPages(`/list?${search}`).pages()).toMatchObject({ position: { at: 'first' }, first: 0 })
})

test('every turn of the page that is asked for while rows load follows, as far as there are pages', async () => {
  const answers: (() => void)[] = []
  const firstOf = (position: PagePosition) =>
    'cursor' in position
      ? Number(position.cursor.id.slice(-4)) + (position.at === 'after' ? 1 : -pageSize)
      : 0
  const page = (position: PagePosition) => ({
    queryKey: ['page', position],
    queryFn: async () => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return rowsFrom(firstOf(position))
    },
  })
  const count = { queryKey: ['count'], queryFn: () => 4 * pageSize }
  function List() {
    const { rows, pager, isStale } = useListPage({ listKey: '', column: 'created_at', page, count })
    return (
      <>
        <output>{rows === undefined ? 'none' : `${pager.first} ${rows[0]?.id.slice(-4)} ${isStale}`}</output>
        <button type="button" onClick={pager.onNext}>
          Next
        </button>
        <button type="button" onClick={pager.onPrevious}>
          Previous
        </button>
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter useTransitions={false}>
        <List />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const shows = (text: string) => vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
  const answer = async () => {
    await vi.waitFor(() => expect(answers).not.toEqual([]))
    answers.shift()?.()
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  await answer()
  await shows('0 0000 false')
  for (let presses = 0; presses < 5; presses += 1) press('Next')
  await shows('25 0000 true')
  await answer()
  await shows('50 0025 true')
  await answer()
  await answer()
  await shows('75 0075 false')
  press('Previous')
  press('Previous')
  await shows('50 0075 true')
  await answer()
  await shows('25 0050 true')
})
