import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { type ApiResponder, fakeApi, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { AdminLayout } from './admin-layout.tsx'

const products = [
  { id: 'p2', name: 'Tea Cup' },
  { id: 'p1', name: 'Green Tea Box' },
  { id: 'p3', name: 'Steamer' },
]
const lead = { id: 'l1', name: 'Asha Rao', company: 'Green Teams', phone: '+91 98450 12345' }
const answers: ApiResponder = ({ path }) => {
  if (path.endsWith('find_leads') || path.endsWith('/leads')) return [lead]
  if (path.endsWith('/categories'))
    return [
      { id: 'c1', name: 'Desk' },
      { id: 'c2', name: 'Teapots' },
    ]
  return path.endsWith('find_products') || path.endsWith('/products') ? products : []
}

function Place() {
  const { pathname, search } = useLocation()
  return (
    <>
      <h1>{`At ${pathname}${search}`}</h1>
      <input aria-label="Somewhere" />
    </>
  )
}

function renderPalette(answer: ApiResponder = answers) {
  const { requests } = fakeApi(answer)
  const view = renderAdmin(
    <Routes>
      <Route element={<AdminLayout />}>
        <Route path="*" element={<Place />} />
      </Route>
    </Routes>,
  )
  // The back office looks for new leads by itself.
  const searches = () => requests.filter(({ path }) => path.includes('/rpc/find_'))
  return { searches, ...view }
}

const field = () => screen.findByRole('combobox', { name: 'Search or jump to' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const selected = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.textContent)

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

test('Ctrl+K opens the palette, even from a field, and Enter navigates to the selected screen', async () => {
  const { user } = renderPalette()
  await user.click(screen.getByRole('textbox', { name: 'Somewhere' }))
  await user.keyboard('{Control>}k{/Control}')
  expect(await field()).toHaveFocus()
  expect(options()).toContain('Dashboard')
  await user.keyboard('t')
  await user.keyboard('hem')
  await waitFor(() => expect(selected()).toEqual(['Themes']))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('heading', { name: 'At /admin/themes' })).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('main')).toHaveFocus()
})

test('a button names the shortcut and opens the palette, and Escape returns the focus to it', async () => {
  const { user } = renderPalette()
  const button = screen.getAllByRole('button', { name: /Search or jump to/ })[1]!
  expect(button).toHaveTextContent('Ctrl K')
  expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K')
  await user.click(button)
  expect(await field()).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(button).toHaveFocus()
  await user.click(button)
  expect(await field()).toHaveFocus()
})

test('words find products and leads, the best match first', async () => {
  const { user, searches } = renderPalette()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'tea')
  await screen.findByRole('group', { name: 'Leads' })
  const found = within(screen.getByRole('group', { name: 'Products' })).getAllByRole('option')
  expect(found.map((option) => option.textContent)).toEqual(['Tea Cup', 'Green Tea Box', 'Steamer'])
  const last = searches().slice(-2)
  expect(last.map(({ path, body, query }) => [path, body, query.get('select')])).toEqual([
    ['/rest/v1/rpc/find_products', { words: 'tea', sorted: 'match', size: 8 }, 'id,name'],
    ['/rest/v1/rpc/find_leads', { words: 'tea', ascending: false, size: 5 }, expect.any(String)],
  ])
  await waitFor(() => expect(selected()).toEqual(['Tea Cup']))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(screen.getByRole('heading', { name: 'At /admin/products?product=p1' })).toBeInTheDocument()
})

test('records of every kind are found by their names, and open in their lists', async () => {
  const { user } = renderPalette()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'teapo')
  const found = within(await screen.findByRole('group', { name: 'Categories' }))
  expect(found.getAllByRole('option').map((option) => option.textContent)).toEqual(['Teapots'])
  await user.click(found.getByRole('option', { name: 'Teapots' }))
  expect(screen.getByRole('heading', { name: 'At /admin/categories?record=c2' })).toBeInTheDocument()
})

test('the order of featured products is found by its words', async () => {
  const { user } = renderPalette()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'featured')
  await user.click(await screen.findByRole('option', { name: 'Order featured products' }))
  expect(screen.getByRole('heading', { name: 'At /admin/products?featured=yes' })).toBeInTheDocument()
})

test('what was chosen last comes first, before anything is typed, and no name of a lead is stored', async () => {
  const { user } = renderPalette()
  for (const [typed, name] of [
    ['asha', 'Asha Rao · Green Teams · +91 98450 12345'],
    ['cat', 'Categories'],
  ] as const) {
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), typed)
    await user.click(await screen.findByRole('option', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  }
  expect(localStorage.getItem('giftwell-recent')).not.toContain('Asha')
  await user.keyboard('{Control>}k{/Control}')
  await field()
  await waitFor(() =>
    expect(
      within(screen.getByRole('group', { name: 'Recent' }))
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Categories', 'Asha Rao · Green Teams · +91 98450 12345']),
  )
  expect(
    within(screen.getByRole('group', { name: 'Screens' })).queryByRole('option', { name: 'Categories' }),
  ).toBeNull()
})

test('a lead is found by its company and opens at its address', async () => {
  const { user } = renderPalette(({ path }) => (path.endsWith('find_leads') ? [lead] : []))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'teams asha')
  await user.click(await screen.findByRole('option', { name: 'Asha Rao · Green Teams · +91 98450 12345' }))
  expect(screen.getByRole('heading', { name: 'At /admin/leads/l1' })).toBeInTheDocument()
})

test.each([
  ['add cat', 'Add Category', 'At /admin/categories?add=1'],
  ['product add', 'Add Product', 'At /admin/products?add=1'],
  ['export', 'Export leads', 'At /admin/leads'],
  ['sign', 'Sign Out', 'At /admin/login'],
])('"%s" offers the action %s', async (typed, action, place) => {
  const { user } = renderPalette(() => [])
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), typed)
  await waitFor(() => expect(selected()).toEqual([action]))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: place })).toBeInTheDocument()
})

test('the selected option is exposed to assistive technology', async () => {
  const { user } = renderPalette()
  await user.keyboard('{Control>}k{/Control}')
  const box = await field()
  await waitFor(() => expect(box).toHaveFocus())
  const all = screen.getAllByRole('option')
  expect(box).toHaveAttribute('aria-activedescendant', all[0]!.id)
  await user.keyboard('{ArrowDown}')
  expect(box).toHaveAttribute('aria-activedescendant', all[1]!.id)
  expect(selected()).toEqual([all[1]!.textContent])
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(box).toHaveAttribute('aria-activedescendant', all.at(-1)!.id)
})

test('one character searches neither products nor leads', async () => {
  const { user, searches } = renderPalette()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'z')
  expect(await screen.findByText('Nothing found for “z”')).toBeInTheDocument()
  expect(searches()).toEqual([])
})

test('the palette shows that it is searching, and that nothing was found', async () => {
  const answer = Promise.withResolvers<readonly unknown[]>()
  const { user, searches } = renderPalette(() => answer.promise)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'zeppelin')
  const dialog = screen.getByRole('dialog', { name: 'Search or jump to' })
  expect(within(dialog).getByRole('status')).toHaveTextContent('Searching products and leads…')
  await waitFor(() => expect(searches()).toHaveLength(2))
  answer.resolve([])
  await waitFor(() =>
    expect(within(dialog).getByRole('status')).toHaveTextContent('Nothing found for “zeppelin”'),
  )
})

test('the palette shows when products cannot be searched, and still lists the screens', async () => {
  const { user } = renderPalette(() => apiError('57014', 'canceling statement due to timeout', 500))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'lead')
  expect(
    await screen.findByText('Products could not be searched: canceling statement due to timeout'),
  ).toBeInTheDocument()
  expect(options()).toEqual(['Leads', 'Export leads'])
})

test('does not open over another dialog', async () => {
  const { user } = renderPalette()
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  await screen.findByRole('dialog', { name: 'Admin Panel' })
  await user.keyboard('{Control>}k{/Control}')
  await import('./command-palette.tsx')
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
})
