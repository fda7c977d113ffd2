import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { sidebarScreens } from './back-office-screens.tsx'
import { AdminLayout } from './admin-layout.tsx'

function Place() {
  const { pathname } = useLocation()
  return <h1>At {pathname}</h1>
}

function renderLayout(path: string, options: Parameters<typeof renderAdmin>[1] = {}) {
  fakeApi(() => [])
  const routes = (
    <Routes>
      <Route path="/admin/login" element={<p>Signed out</p>} />
      <Route element={<AdminLayout />}>
        <Route path="*" element={<Place />} />
      </Route>
    </Routes>
  )
  return renderAdmin(routes, { path, ...options })
}

const links = (within_: HTMLElement) =>
  within(within(within_).getByRole('navigation', { name: 'Back office' })).getAllByRole('link')

test('the sidebar links to every screen, in the order of product.md', async () => {
  renderLayout('/admin')
  await screen.findByRole('link', { name: 'People' })
  expect(screen.getByRole('heading', { name: 'Admin Panel' })).toBeInTheDocument()
  expect(links(document.body).map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/admin'],
    ['Figures', '/admin/figures'],
    ['Products', '/admin/products'],
    ['Categories', '/admin/categories'],
    ['Subcategories', '/admin/subcategories'],
    ['Industries', '/admin/industries'],
    ['Doctor Types', '/admin/doctor-types'],
    ['Themes', '/admin/themes'],
    ['Stats', '/admin/stats'],
    ['Client Logos', '/admin/client-logos'],
    ['Leads', '/admin/leads'],
    ['Quotations', '/admin/quotations'],
    ['Orders', '/admin/orders'],
    ['Companies', '/admin/companies'],
    ['Privacy Requests', '/admin/privacy'],
    ['Site Settings', '/admin/settings'],
    ['People', '/admin/people'],
  ])
})

test('a browser, which has no settings of an app, gets no link to them', async () => {
  renderLayout('/admin')
  await screen.findByRole('link', { name: 'People' })
  expect(screen.queryByRole('link', { name: 'This computer' })).toBeNull()
})

test.each([
  ['/admin', ['Dashboard']],
  ['/admin/leads', ['Leads']],
  ['/admin/categories', ['Categories']],
  ['/admin/leads/7', []],
])('at %s the links that are highlighted are %j', (path, highlighted) => {
  renderLayout(path)
  const current = links(document.body).filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map((link) => link.textContent)).toEqual(highlighted)
})

test('following a link focuses the new screen', async () => {
  const { user } = renderLayout('/admin')
  expect(screen.getByRole('main')).not.toHaveFocus()
  await user.click(screen.getByRole('link', { name: 'Themes' }))
  expect(screen.getByRole('heading', { name: 'At /admin/themes' })).toBeInTheDocument()
  expect(screen.getByRole('main')).toHaveFocus()
})

test('the sidebar shows the user’s e-mail, and signing out navigates to the login page', async () => {
  const { user } = renderLayout('/admin')
  expect(await screen.findByText('admin@example.com')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign Out' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Signed out')).toBeInTheDocument()
})

test('a failed sign-out stays on the screen', async () => {
  const { user } = renderLayout('/admin', { accounts: { signOut: () => Promise.reject(new Error('down')) } })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign Out' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Sign Out' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign Out' })).toBeEnabled())
  expect(screen.queryByText('Signed out')).not.toBeInTheDocument()
})

test('on a phone a menu holds the links and Sign Out; Escape closes it and returns the focus', async () => {
  const { user } = renderLayout('/admin')
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  const menu = await screen.findByRole('dialog', { name: 'Admin Panel' })
  expect(links(menu)).toHaveLength(sidebarScreens.length)
  expect(within(menu).getByRole('button', { name: 'Sign Out' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: 'Open menu' })).toHaveFocus()
})

test('following a link closes the menu and focuses the new screen', async () => {
  const { user } = renderLayout('/admin')
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  const menu = await screen.findByRole('dialog', { name: 'Admin Panel' })
  await user.click(within(menu).getByRole('link', { name: 'Leads' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('heading', { name: 'At /admin/leads' })).toBeInTheDocument()
  expect(screen.getByRole('main')).toHaveFocus()
})

test('a notice says that the app is offline, until the backend responds again', async () => {
  const { backend } = renderLayout('/admin')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const words = 'You are offline. What you save cannot be sent until you are back online.'
  expect(screen.queryByText(words)).not.toBeInTheDocument()
  await act(() => backend.connectivity.probe())
  expect(screen.getByRole('status')).toHaveTextContent(words)
  fakeApi(() => [])
  await act(() => backend.connectivity.probe())
  expect(screen.queryByText(words)).not.toBeInTheDocument()
})

test('the first tab stop skips to the content', async () => {
  const { user } = renderLayout('/admin')
  await user.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveAttribute(
    'href',
    `#${screen.getByRole('main').id}`,
  )
})

test('the links to leads and quotations count what is new and what waits beside their names', async () => {
  renderLayout('/admin/themes')
  fakeApi(({ path }) =>
    path.endsWith('/lead_pulse')
      ? [{ unanswered: 7, new_leads: 1000, latest_event: 1, unsettled_quotations: 3 }]
      : [],
  )
  const number = (1000).toLocaleString()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Leads' })).toHaveAccessibleDescription(`${number} new`),
  )
  expect(screen.getByRole('link', { name: 'Leads' })).toHaveTextContent(/^Leads$/)
  expect(screen.getByText(number)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Quotations' })).toHaveAccessibleDescription('3 waiting for you')
  expect(screen.getByRole('link', { name: 'Dashboard' })).not.toHaveAccessibleDescription()
})
