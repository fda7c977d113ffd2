import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeApi, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { administrator, renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { PeopleScreen } from './people-screen.tsx'

const since = '2026-11-20T10:00:00Z'
const me = {
  ...administrator.user,
  role: 'administrator',
  since,
  last_sign_in_at: since,
  has_second_factor: true,
}
const colleague = {
  id: 'id-sales',
  email: 'sales@example.com',
  role: 'sales',
  since,
  last_sign_in_at: null,
  has_second_factor: false,
}
const invitation = {
  id: 'id-invitation',
  email: 'new@example.com',
  role: 'sales',
  invited_by: 'admin@example.com',
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  mail_state: 'sent',
  mail_error: null,
}

/** The screen, where the person agrees to every question; and the calls that change something. */
function open(
  invitations = [invitation],
  answer: (path: string) => unknown = () => null,
  people: readonly object[] = [me, colleague],
  openLeads = 0,
) {
  const { requests } = fakeApi(({ path }) => {
    if (path.endsWith('/people')) return people
    if (path.endsWith('/hand_over_work')) return { leads: openLeads, quotations: 0, companies: 0 }
    return path.endsWith('/invitations') ? invitations : answer(path)
  })
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  const view = renderAdmin(<PeopleScreen />, { path: '/admin/people' })
  const calls = () =>
    requests
      .filter(({ path }) => path.includes('/rpc/') && !/(people|invitations|hand_over_work)$/.test(path))
      .map(({ path, body }) => [path.split('/').at(-1), body])
  return { ...view, calls }
}

test('the lost second factor of another person is removed after a question, and who did it is named', async () => {
  const locked = { ...colleague, name: 'Asha Rao', has_second_factor: true }
  const helped = {
    ...colleague,
    id: 'id-helped',
    email: 'helped@example.com',
    factor_removed_at: since,
    factor_removed_by: 'Ada (admin@example.com)',
  }
  const { user, calls } = open([], () => null, [me, locked, helped])
  const button = await screen.findByRole('button', { name: 'Remove two-step sign-in of sales@example.com' })
  expect(screen.getAllByRole('button', { name: /^Remove two-step/ })).toHaveLength(1)
  expect(screen.getByText(/^Off, removed on .*2026 by Ada \(admin@example\.com\)$/)).toBeVisible()
  await user.click(button)
  await waitFor(() => expect(calls()).toEqual([['remove_second_factor', { person: 'id-sales' }]]))
})

test('a colleague who is away is shown with the day and the deputy', async () => {
  open([], () => null, [me, { ...colleague, away_until: '2026-12-05', deputy: 'Ada (admin@example.com)' }])
  const away = await screen.findByText(/away until 5 Dec 2026, deputy Ada \(admin@example\.com\)$/)
  expect(within(away.closest('tr') ?? away).getByText('sales@example.com')).toBeVisible()
})

test('lists who has access with their roles, and offers no administrator to lock themselves out', async () => {
  open()
  const table = await screen.findByRole('table', { name: 'Who has access' })
  const [, mine, theirs] = within(table).getAllByRole('row')
  expect(mine).toHaveTextContent(/admin@example.com-?Administrator.*OnYou/)
  expect(
    within(mine as HTMLElement).getByRole('link', { name: 'On: your two-step sign-in' }),
  ).toHaveAttribute('href', '/admin/account')
  expect(theirs).toHaveTextContent(/OffRevoke/)
  expect(within(mine as HTMLElement).queryByRole('button')).not.toBeInTheDocument()
  expect(
    within(theirs as HTMLElement).getByRole('combobox', { name: 'Role of sales@example.com' }),
  ).toHaveValue('sales')
  expect(screen.getByRole('heading', { name: 'Who has access (2)' })).toBeVisible()
})

test('a role is changed and access is revoked after a question', async () => {
  const { user, calls } = open()
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Role of sales@example.com' }),
    'Administrator',
  )
  await waitFor(() => expect(calls()).toEqual([['set_role', { person: 'id-sales', role: 'administrator' }]]))
  expect(await screen.findByText('Role changed')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Revoke sales@example.com' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Revoke sales@example.com' }))
  await waitFor(() => expect(calls()[1]).toEqual(['set_role', { person: 'id-sales' }]))
  expect(window.confirm).toHaveBeenLastCalledWith(
    'Revoke the access of sales@example.com? They lose access at once; their account stays.',
  )
})

test('revoking a person with open leads asks first who gets them', async () => {
  const { user, calls } = open([], undefined, undefined, 2)
  await user.click(await screen.findByRole('button', { name: 'Revoke sales@example.com' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke sales@example.com' }))
  expect(dialog.getByText(/2 open leads need someone else\.$/)).toBeVisible()
  const successor = dialog.getByRole('combobox', { name: 'Hand them over to' })
  expect(
    within(successor)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['No one: they become unassigned', 'admin@example.com'])
  await user.selectOptions(successor, 'admin@example.com')
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(calls()).toEqual([['set_role', { person: 'id-sales', successor: me.id }]]))
  expect(await screen.findByText('Access revoked')).toBeVisible()
})

test('a person is invited with a role; a rejection keeps the address and says why', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let isRefused = true
  const { user, calls } = open([], () =>
    isRefused ? apiError('22023', 'This person has access already') : Response.json('id'),
  )
  expect(await screen.findByText('No open invitations.')).toBeVisible()
  const field = () => screen.getByRole('textbox', { name: 'E-mail' })
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  expect(field()).toHaveAccessibleDescription('E-mail is required')
  await user.type(field(), 'nobody')
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  expect(field()).toHaveAccessibleDescription('Enter an e-mail address like name@company.com')
  expect(field()).toHaveFocus()
  expect(calls()).toEqual([])

  await user.type(field(), '@example.com\u200b,')
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByText('This person has access already')).toBeVisible()
  expect(field()).toHaveValue('nobody@example.com')
  isRefused = false
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(calls()[1]).toEqual(['invite', { email: 'nobody@example.com', role: 'sales' }]))
  expect(await screen.findByText('Invitation sent')).toBeVisible()
  await waitFor(() => expect(field()).toHaveValue(''))
})

test('an invitation is sent again and revoked; one that has expired says so', async () => {
  const { user, calls } = open([
    invitation,
    { ...invitation, id: 'id-old', email: 'old@example.com', expires_at: since },
  ])
  const table = await screen.findByRole('table', { name: 'Invitations' })
  expect(within(table).getByRole('row', { name: /new@example.com.*E-mail sent/ })).toBeVisible()
  expect(within(table).getByRole('row', { name: /old@example.com.*Expired/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send again to old@example.com' }))
  await waitFor(() => expect(calls()).toEqual([['invite', { email: 'old@example.com', role: 'sales' }]]))
  const revoke = screen.getByRole('button', { name: 'Revoke the invitation of new@example.com' })
  await waitFor(() => expect(revoke).toBeEnabled())
  await user.click(revoke)
  await waitFor(() => expect(calls()[1]).toEqual(['revoke_invitation', { invitation: 'id-invitation' }]))
})

test('an administrator lets a person of sales see margins, and sees them always', async () => {
  const { user, calls } = open()
  const row = within(await screen.findByRole('row', { name: /^sales@example\.com/ }))
  await user.click(row.getByRole('checkbox', { name: 'Margins for sales@example.com' }))
  await waitFor(() =>
    expect(calls()).toEqual([['set_margin_right', { person: 'id-sales', is_allowed: true }]]),
  )
  expect(screen.getByText('Always')).toBeVisible()
})
