import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeApi, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { RecentlyDeletedScreen } from './recently-deleted-screen.tsx'

const drinkware = {
  id: 'id-drinkware',
  entity: 'categories',
  scope: 'record',
  name: 'Drinkware',
  products: 1425,
  deleted_at: '2026-11-20T10:00:00.5+00:00',
  records: null as number | null,
}
const clients = { ...drinkware, id: 'id-clients', entity: 'stats_blocks', name: 'Clients', products: 0 }
const restores = '/rest/v1/rpc/restore_record'

test('everything deleted is listed with its kind, its products and its time, and is restored', async () => {
  const mug = { ...clients, id: 'id-mug', entity: 'products', name: 'Mug' }
  let rows = [drinkware, clients, mug]
  const { requests } = fakeApi(({ path }) => {
    if (path !== restores) return rows
    rows = [clients, mug]
    return { name: 'Drinkware', products: 1425, left_out: 0 }
  })
  const { user } = renderAdmin(<RecentlyDeletedScreen />)
  expect(await screen.findByRole('heading', { name: 'All deleted (3)' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
  const time = new Date(drinkware.deleted_at).toLocaleString()
  expect(screen.getByRole('row', { name: /^Drinkware/ })).toHaveTextContent(`DrinkwareCategory1,425${time}`)
  expect(screen.getByRole('row', { name: /^Clients/ })).toHaveTextContent(`ClientsStat Block0${time}`)
  expect(screen.getByRole('row', { name: /^Mug/ })).toHaveTextContent(`MugProduct-${time}`)
  await user.click(screen.getByRole('button', { name: 'Restore Drinkware' }))
  expect(await screen.findByText('Category restored successfully')).toBeVisible()
  expect(requests.find(({ path }) => path === restores)?.body).toEqual({ record_id: 'id-drinkware' })
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Drinkware/ })).toBeNull())
})

test('records that were deleted together are restored together', async () => {
  const { requests } = fakeApi(({ path }) =>
    path === restores
      ? { name: '12 themes', products: 3, left_out: 0 }
      : [
          {
            ...drinkware,
            id: 'id-several',
            entity: 'themes',
            scope: 'records',
            name: '12 themes',
            records: 12,
          },
        ],
  )
  const { user } = renderAdmin(<RecentlyDeletedScreen />)
  expect(await screen.findByRole('row', { name: /^12 themes Themes/ })).toBeVisible()
  // Records that are restored only with their parent are not listed.
  expect(requests[0]?.query.get('or')).toBe('(part_of.is.null,scope.eq.record)')
  await user.click(screen.getByRole('button', { name: 'Restore 12 themes' }))
  expect(await screen.findByText('Themes restored successfully')).toBeVisible()
  expect(requests.find(({ path }) => path === restores)?.body).toEqual({ record_id: 'id-several' })
})

test('a single record that was deleted from a list has the name of its kind in the singular', async () => {
  fakeApi(({ path }) =>
    path === restores
      ? { name: 'Diwali', products: 3, left_out: 0 }
      : [{ ...drinkware, id: 'id-diwali', entity: 'themes', scope: 'records', name: 'Diwali', records: 1 }],
  )
  const { user } = renderAdmin(<RecentlyDeletedScreen />)
  expect(await screen.findByRole('row', { name: /^Diwali Theme 1,425/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Restore Diwali' }))
  expect(await screen.findByText('Theme restored successfully')).toBeVisible()
})

test('a bulk edit is undone from the list, too', async () => {
  const { requests } = fakeApi(({ path }) =>
    path === restores
      ? { name: 'Add Diwali', products: 1425, left_out: 0 }
      : [{ ...drinkware, id: 'id-edit', entity: 'products', scope: 'edit', name: 'Add Diwali' }],
  )
  const { user } = renderAdmin(<RecentlyDeletedScreen />)
  expect(await screen.findByRole('row', { name: /^Add Diwali Bulk edit 1,425/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo Add Diwali' }))
  expect(await screen.findByText('Bulk edit undone')).toBeVisible()
  expect(requests.find(({ path }) => path === restores)?.body).toEqual({ record_id: 'id-edit' })
})

test('a refused restoration is said with the server’s words, and the record stays', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  fakeApi(({ path }) =>
    path === restores ? apiError('23505', 'There is another one named "Drinkware" now', 409) : [drinkware],
  )
  const { user } = renderAdmin(<RecentlyDeletedScreen />)
  await user.click(await screen.findByRole('button', { name: 'Restore Drinkware' }))
  const toast = (await screen.findByText('Error restoring category')).closest('[role="alert"]')
  expect(toast).toHaveTextContent('There is another one named "Drinkware" now')
  expect(screen.getByRole('row', { name: /^Drinkware/ })).toBeVisible()
})

test('an empty list says so', async () => {
  fakeApi(() => [])
  renderAdmin(<RecentlyDeletedScreen />)
  expect(await screen.findByText('Nothing was deleted in the last 30 days.')).toBeVisible()
})
