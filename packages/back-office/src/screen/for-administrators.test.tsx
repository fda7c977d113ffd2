import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { AdminRoutes } from '../shell/back-office.tsx'
// They are loaded before, so that the tests do not wait for them.
import '../shell/command-palette.tsx'
import '../taxonomy/taxonomy-screens.tsx'

/** The back office of a person of sales, on a server with one category. */
function openAsSales(path: string) {
  const mugs = {
    id: 'id-mugs',
    name: 'Mugs',
    description: null,
    created_at: '2026-11-20T10:00:00Z',
    version: 1,
  }
  const { requests } = fakeApi(({ method, path: asked }) =>
    method === 'HEAD' || asked.includes('/rpc/') ? [] : [mugs],
  )
  const accounts = { readRole: () => Promise.resolve('sales' as const) }
  const back = <Route path="/admin/*" element={<AdminRoutes notFound={null} />} />
  return { requests, ...renderAdmin(<Routes>{back}</Routes>, { path, accounts }) }
}

test('sales read a list without its buttons, and a sentence says who changes it', async () => {
  const { requests } = openAsSales('/admin/categories?add=1')
  const table = await screen.findByRole('table', { name: 'Categories' })
  expect(within(table).getByText('Mugs')).toBeVisible()
  expect(within(table).queryByRole('button', { name: /Mugs/ })).not.toBeInTheDocument()
  expect(within(table).queryByRole('checkbox')).not.toBeInTheDocument()
  expect(screen.getByText('Only administrators can change this list.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(requests.filter(({ method }) => method === 'PATCH' || method === 'DELETE')).toEqual([])
})

test.each(['Figures', 'Site Settings', 'People', 'Recently deleted', 'Privacy Requests'])(
  'sales read at the address of %s who opens it',
  async (name) => {
    const { requests } = openAsSales(
      `/admin/${{ 'Site Settings': 'settings', 'Privacy Requests': 'privacy' }[name] ?? name.toLowerCase().replace(' ', '-')}`,
    )
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
    expect(screen.getByText(/^Only administrators can open this screen\./)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Site Settings' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Leads' })).toBeVisible()
    expect(
      requests.filter(({ path }) => /site_settings|deleted_records|people|figures|privacy/.test(path)),
    ).toEqual([])
  },
)

test('the palette offers sales no actions that they may not do', async () => {
  const { user } = openAsSales('/admin/categories')
  await screen.findByRole('table', { name: 'Categories' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await within(await screen.findByRole('dialog')).findByRole('combobox'), 'a')
  expect(await screen.findByRole('option', { name: /Export leads/ })).toBeVisible()
  expect(screen.queryByRole('option', { name: /Add / })).not.toBeInTheDocument()
  expect(screen.queryByRole('option', { name: /Site Settings/ })).not.toBeInTheDocument()
})
