import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { ApiKeysSection } from './api-keys-section.tsx'

const key = {
  id: 'id-sheet',
  name: 'Lead sheet',
  scopes: ['read leads'],
  prefix: 'gw_1f2e3d',
  made_by: 'Asha (asha@example.com)',
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: null,
  revoked_at: null,
  revoked_by: null,
  works: true,
}

function open(keys: readonly object[]) {
  const { requests } = fakeApi(({ path }) => {
    if (path.endsWith('/api_keys')) return keys
    return path.endsWith('/make_api_key') ? Response.json('gw_0123456789') : Response.json(null)
  })
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const view = renderAdmin(<ApiKeysSection />, { path: '/admin/settings/api-keys' })
  const calls = () =>
    requests
      .filter(({ path }) => /make|revoke/.test(path))
      .map(({ path, body }) => [path.split('/').at(-1), body])
  return { ...view, calls }
}

test('a key is made with a name and rights, and shown once', async () => {
  const { user, calls } = open([])
  expect(await screen.findByText('No keys yet. Your programs have no access.')).toBeVisible()
  // The backend of this test is elsewhere, as a hosted project is.
  expect(screen.getByRole('note')).toHaveTextContent(/no server accepts API keys/)
  await user.click(screen.getByRole('button', { name: 'Make key' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Name is required/)
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Shop')
  await user.click(screen.getByRole('button', { name: 'Make key' }))
  expect(screen.getByText('Choose what the key may do')).toBeVisible()
  expect(calls()).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Write products' }))
  await user.click(screen.getByRole('button', { name: 'Make key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }))
  expect(dialog.getByRole('textbox', { name: 'Key' })).toHaveValue('gw_0123456789')
  expect(calls()).toEqual([['make_api_key', { name: 'Shop', scopes: ['write products'] }]])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByDisplayValue('gw_0123456789')).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

test('a key is revoked after a question, and one that has ended says why', async () => {
  const { user, calls } = open([
    key,
    { ...key, id: 'id-old', name: 'Old', works: false },
    {
      ...key,
      id: 'id-gone',
      name: 'Gone',
      works: false,
      revoked_at: '2026-11-21T10:00:00Z',
      revoked_by: 'Ravi',
    },
  ])
  expect(await screen.findByRole('row', { name: /Lead sheet.*Read leads.*gw_1f2e3d….*Never/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Old.*Inactive/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Gone.*Revoked on .*2026 by Ravi/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Revoke Lead sheet' }))
  await waitFor(() => expect(calls()).toEqual([['revoke_api_key', { key: 'id-sheet' }]]))
  expect(await screen.findByText('Key revoked')).toBeVisible()
})
