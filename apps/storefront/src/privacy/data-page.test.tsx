import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend, serverFault } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const copy = {
  email: 'buyer@company.example',
  leads: [
    { reference: 'GW-1ABCDEF1', name: 'A Buyer', needed_by: '2026-12-12', wants_branding: false, notes: [] },
  ],
  quotations: [
    {
      number: 'GW2627/0001',
      versions: [
        { revision: 1, accepted: null, total_paise: 900 },
        { revision: 2, accepted: { name: 'A Buyer' }, total_paise: 17_442_000 },
      ],
    },
  ],
  accounts: [],
}

const token = 'b2'.repeat(32)

async function openCopy(answers: (name: string, body: unknown) => unknown = () => undefined) {
  const data = vi.fn((name: string, body: unknown) => (name === 'open_my_data' ? copy : answers(name, body)))
  fakeBackend({ data })
  const { user } = renderSite({ path: `/privacy/data#${token}%3E%E2%80%8B.` })
  const button = await screen.findByRole('button', { name: 'Open my data' })
  expect(data, 'programs that check e-mails open links').not.toHaveBeenCalled()
  await user.click(button)
  await screen.findByRole('region', { name: 'Inquiries' })
  expect(data.mock.calls).toEqual([['open_my_data', { token }]])
  return { user, data }
}

test('a link opens nothing before its button is pressed, and then everything, to read', async () => {
  await openCopy()
  expect(screen.getByRole('heading', { name: 'Your data' })).toHaveFocus()
  const leads = within(screen.getByRole('region', { name: 'Inquiries' }))
  expect(leads.getByRole('heading', { name: 'Inquiries (1)' })).toBeVisible()
  expect(leads.getByText('GW-1ABCDEF1')).toBeVisible()
  expect(leads.getByText('Needed by').nextElementSibling).toHaveTextContent('12 Dec 2026')
  expect(leads.getByText('Wants branding').nextElementSibling).toHaveTextContent('No')
  expect(screen.queryByText(/^Accounts/), 'what is empty').toBeNull()
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer')
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('amounts, rates and languages of the copy are in words that people read', async () => {
  const quotations = [
    {
      number: 'GW2627/0001',
      sha256: 'aa',
      lines: [{ hsn: '7323', gst_rate: 1800, price_paise: 50_000 }],
      frozen: { place: { tax: 'cgst_sgst' } },
      figures: { total: 5_900_000 },
    },
  ]
  fakeBackend({
    data: () => ({ email: 'buyer@company.example', quotations, leads: [{ notice_language: 'hi' }] }),
  })
  const { user } = renderSite({ path: `/privacy/data#${token}` })
  await user.click(await screen.findByRole('button', { name: 'Open my data' }))
  const part = within(await screen.findByRole('region', { name: 'Quotations' }))
  const valueOf = (label: string) => part.getByText(label).nextElementSibling
  expect(valueOf('Price')).toHaveTextContent('₹500.00')
  expect(valueOf('Total')).toHaveTextContent('₹59,000.00')
  expect(valueOf('GST rate')).toHaveTextContent('18 %')
  expect(valueOf('Tax')).toHaveTextContent('CGST and SGST')
  expect(part.queryByText('aa'), 'what only programs read').toBeNull()
  expect(screen.getByText('Language of the notice').nextElementSibling).toHaveTextContent('हिन्दी (Hindi)')
})

test('the copy is saved as JSON', async () => {
  const save = vi.fn<(content: Blob) => string>(() => 'blob:copy')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => undefined }))
  const { user } = await openCopy()
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(JSON.parse((await save.mock.lastCall?.[0].text()) ?? '')).toEqual(copy)
})

test('a complaint is sent, and stays in its field when that fails', async () => {
  let answer: unknown = serverFault()
  const { user, data } = await openCopy(() => answer)
  const form = within(screen.getByRole('form', { name: 'Ask about your data' }))
  const field = form.getByRole('textbox', { name: 'Your request' })
  await user.click(form.getByRole('button', { name: 'Send request' }))
  expect(field).toHaveAccessibleDescription('Your request is required')
  await user.click(form.getByRole('radio', { name: 'Complain' }))
  await user.type(field, 'You wrote to my home address')
  await user.click(form.getByRole('button', { name: 'Send request' }))
  expect(await form.findByRole('alert')).toHaveTextContent('Internal error')
  expect(field).toHaveValue('You wrote to my home address')
  answer = undefined
  await user.click(form.getByRole('button', { name: 'Send request' }))
  expect(await form.findByText(/^We have your request/)).toBeVisible()
  expect(field).toHaveValue('')
  expect(data).toHaveBeenLastCalledWith('ask_about_my_data', {
    token,
    kind: 'grievance',
    text: 'You wrote to my home address',
  })
})

test('everything is deleted in two presses; a refusal says why and deletes nothing', async () => {
  const refusal = { code: '22023', message: 'This address may use the back office.' }
  let answer: unknown = Response.json(refusal, { status: 400 })
  const { user, data } = await openCopy(() => answer)
  await user.click(screen.getByRole('button', { name: 'Delete everything' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete everything?' }))
  expect(
    dialog.getByText(/Your accepted quotation stays .*: GW2627\/0001 of ₹1,74,420\.00\. This/),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Delete everything' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(refusal.message)
  answer = { leads: 1, quotations: 0, accounts: 1, kept: 0 }
  await user.click(dialog.getByRole('button', { name: 'Delete everything' }))
  expect(await screen.findByRole('heading', { name: 'Your details are deleted' })).toHaveFocus()
  expect(screen.getByText(/In all: 1 inquiry, 1 account with its favourites\.$/)).toBeVisible()
  expect(screen.queryByText(/accepted quotation/)).toBeNull()
  expect(screen.queryByText('GW-1ABCDEF1')).toBeNull()
  expect(data).toHaveBeenLastCalledWith('erase_my_data', { token })
})

test('a second press while everything is deleted does nothing', async () => {
  const { user, data } = await openCopy(() => ({ leads: 1, quotations: 0, kept: 0 }))
  await user.click(screen.getByRole('button', { name: 'Delete everything' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete everything?' }))
  const button = dialog.getByRole('button', { name: 'Delete everything' })
  // Both before the page has shown the first.
  act(() => {
    button.click()
    button.click()
  })
  expect(await screen.findByRole('heading', { name: 'Your details are deleted' })).toHaveFocus()
  expect(data.mock.calls.map(([name]) => name)).toEqual(['open_my_data', 'erase_my_data'])
})

test('a link whose data was erased says so, and asks for no new one', async () => {
  const refusal = { code: 'PT409', message: 'Everything that we stored about your address is deleted.' }
  fakeBackend({ data: () => Response.json(refusal, { status: 409 }) })
  const { user } = renderSite({ path: `/privacy/data#${token}` })
  await user.click(await screen.findByRole('button', { name: 'Open my data' }))
  expect(await screen.findByRole('heading', { name: 'Your details are deleted' })).toHaveFocus()
  expect(screen.queryByRole('link', { name: 'Ask for a new link' })).toBeNull()
})

test('a link that is over, and an address without one, lead to a new link', async () => {
  const refusal = { code: 'PT404', message: 'This link is over.' }
  fakeBackend({ data: () => Response.json(refusal, { status: 404 }) })
  const { user, unmount } = renderSite({ path: `/privacy/data#${token}` })
  await user.click(await screen.findByRole('button', { name: 'Open my data' }))
  expect(await screen.findByText(/^This link is over\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/privacy#request')
  unmount()
  renderSite({ path: '/privacy/data' })
  expect(await screen.findByRole('link', { name: 'ask for a new one' })).toBeVisible()
})
