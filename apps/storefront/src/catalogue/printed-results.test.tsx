import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend, serverFault, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const buyer = { user: { id: 'buyer', email: 'buyer@company.example' }, accessToken: 'token' }
const pageSize = 48

/** Results that come by pages, as the server gives them. */
function results(total: number) {
  const all = someProducts(total)
  return (search: URLSearchParams) => {
    const start = Number(search.get('after') ?? 0)
    const end = start + pageSize
    return { total, products: all.slice(start, end), next: end < total ? String(end) : null }
  }
}

/** What the paper has at the moment of printing. */
function printedSheets() {
  const sheets: { readonly names: readonly string[]; readonly text: string }[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    const printed = document.querySelector('[data-printed]')
    const names = Array.from(printed?.querySelectorAll('li') ?? [], (product) => product.textContent)
    sheets.push({ names, text: printed?.textContent ?? '' })
    window.dispatchEvent(new Event('afterprint'))
  })
  return sheets
}

test('a list of results prints all of them, although few were loaded', async () => {
  const sheets = printedSheets()
  fakeBackend({ catalogue: results(130) })
  const { user } = renderSite({ path: '/catalogue?theme=Diwali', session: buyer })
  await user.click(await screen.findByRole('button', { name: 'Print all 130 results' }))
  await waitFor(() => expect(sheets).toHaveLength(1))
  expect(sheets[0]?.names).toEqual(someProducts(130).map(({ name }) => name))
  expect(sheets[0]?.text).not.toContain('The first')
  await waitFor(() => expect(document.querySelector('[data-printed]')).toBeNull())
})

test("the browser's key for printing does the same", async () => {
  const sheets = printedSheets()
  fakeBackend({ catalogue: results(60) })
  renderSite({ path: '/catalogue', session: buyer })
  await screen.findByRole('button', { name: 'Print all 60 results' })
  const isLeftToTheBrowser = fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })
  expect(isLeftToTheBrowser).toBe(false)
  await waitFor(() => expect(sheets[0]?.names).toHaveLength(60))
})

test('the paper says how many of the results it has when it has not all of them', async () => {
  const sheets = printedSheets()
  fakeBackend({ catalogue: results(700) })
  const { user } = renderSite({ path: '/catalogue', session: buyer })
  await user.click(await screen.findByRole('button', { name: 'Print the first 600 results' }))
  await waitFor(() => expect(sheets[0]?.names).toHaveLength(600))
  expect(sheets[0]?.text).toContain('The first 600 of 700 products')
})

test('what was loaded is printed when the rest could not be', async () => {
  const sheets = printedSheets()
  const all = results(130)
  fakeBackend({ catalogue: (search) => (search.has('after') ? serverFault() : all(search)) })
  const { user } = renderSite({ path: '/catalogue', session: buyer })
  await user.click(await screen.findByRole('button', { name: 'Print all 130 results' }))
  await waitFor(() => expect(sheets[0]?.names).toHaveLength(48))
  expect(sheets[0]?.text).toContain('The first 48 of 130 products')
})

test("the browser's menu prints what is loaded, rows beyond the window as well", async () => {
  fakeBackend({ catalogue: results(130) })
  renderSite({ path: '/catalogue', session: buyer })
  await screen.findByRole('button', { name: 'Print all 130 results' })
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.querySelectorAll('[data-printed] li').length).toBeGreaterThanOrEqual(48)
  expect(document.querySelector('[data-printed]')?.textContent).toMatch(/The first \d+ of 130 products/)
})

test('a visitor prints the preview and is offered no more', async () => {
  fakeBackend({ catalogue: () => ({ total: 130, products: someProducts(12), next: null }) })
  renderSite({ path: '/catalogue' })
  expect(await screen.findAllByRole('article')).not.toHaveLength(0)
  expect(screen.queryByRole('button', { name: /^Print/ })).toBeNull()
  expect(fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })).toBe(true)
})
