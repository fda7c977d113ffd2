import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const session = {
  user: { id: '00000000-0000-0000-0000-000000000001', email: 'buyer@company.example' },
  accessToken: 'token',
}
const since = '2026-11-01T10:00:00Z'
const member = {
  domain: 'company.example',
  is_asked: true,
  since,
  members: [
    { email: 'asha@company.example', since },
    { email: 'buyer@company.example', since },
  ],
  gstin: '27AAPFU0939F1ZV',
  billing_address: null,
}
const path = '/account/company'

test('an address of a public mail host reads that it has no colleagues, and a visitor signs in', async () => {
  fakeBackend()
  const { unmount } = renderSite({ path, session })
  expect(await screen.findByText(/not at Gmail or another public mail host/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Share with colleagues' })).toBeNull()
  unmount()
  const { requests } = fakeBackend()
  renderSite({ path })
  expect(await screen.findByText('Sign in to share with your colleagues.')).toBeVisible()
  expect(requests.filter((request) => request.includes('my_company'))).toEqual([])
})

test('an account begins to share, sees who does, and leaves', async () => {
  const sent: unknown[] = []
  const { answers } = fakeBackend({
    company: () => ({ domain: 'company.example', is_asked: true, since: null }),
    changed: (_path, body) => {
      sent.push(body)
      return undefined
    },
  })
  const { user } = renderSite({ path, session })
  const share = await screen.findByRole('button', { name: 'Share with colleagues' })
  answers.company = () => member
  await user.click(share)
  const members = within(
    await screen.findByRole('region', { name: 'Colleagues who share at company.example' }),
  )
  expect(members.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    expect.stringContaining('asha@company.example'),
    expect.stringContaining('buyer@company.example'),
  ])
  await user.click(screen.getByRole('button', { name: 'Leave the company' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop sharing with company.example?' }))
  answers.company = () => ({ domain: 'company.example', is_asked: true, since: null })
  await user.click(dialog.getByRole('button', { name: 'Leave the company' }))
  expect(await screen.findByRole('button', { name: 'Share with colleagues' })).toBeVisible()
  expect(sent).toEqual([{ shares: true }, { shares: false }])
})

test('a member saves what is proposed for quotations, and a wrong GSTIN is not sent', async () => {
  const sent: unknown[] = []
  fakeBackend({
    company: () => member,
    changed: (_path, body) => {
      sent.push(body)
      return undefined
    },
  })
  const { user } = renderSite({ path, session })
  const gstin = await screen.findByRole('textbox', { name: 'Your GSTIN' })
  expect(gstin).toHaveValue('27AAPFU0939F1ZV')
  await user.clear(gstin)
  await user.type(gstin, '27AAPFU0939F1ZX')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(gstin).toHaveFocus()
  expect(gstin).toBeInvalid()
  expect(sent).toEqual([])
  await user.clear(gstin)
  await user.type(screen.getByRole('textbox', { name: 'Billing address' }), '1 Example Road')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Details saved')).toBeVisible()
  expect(sent).toEqual([{ gstin: '', billing_address: '1 Example Road' }])
})

test('an account saves its delivery places, without those that are empty, and not one that lacks its address', async () => {
  const sent: unknown[] = []
  fakeBackend({
    company: () => ({
      domain: null,
      is_asked: false,
      since: null,
      delivery_places: [
        {
          title: 'Office',
          recipient: 'Asha',
          phone: null,
          address: '1 Ring Road',
          city: 'Pune',
          pin_code: '411001',
        },
      ],
    }),
    changed: (_path, body) => {
      sent.push(body)
      return undefined
    },
  })
  const { user } = renderSite({ path, session })
  const form = within(await screen.findByRole('form', { name: 'Delivery places' }))
  const first = within(form.getByRole('group', { name: 'Place 1' }))
  expect(first.getByRole('textbox', { name: 'City' })).toHaveValue('Pune')
  for (const _ of [2, 3]) await user.click(form.getByRole('button', { name: 'Add a place' }))
  const second = within(form.getByRole('group', { name: 'Place 2' }))
  await user.type(second.getByRole('textbox', { name: 'Recipient' }), 'Ravi')
  await user.type(second.getByRole('textbox', { name: 'PIN code' }), '4110')
  await user.click(form.getByRole('button', { name: 'Save places' }))
  expect(second.getByText('Address is required')).toBeVisible()
  expect(second.getByText('A PIN code has six digits')).toBeVisible()
  expect(second.getByRole('textbox', { name: 'Address' })).toHaveFocus()
  expect(sent).toEqual([])
  await user.type(second.getByRole('textbox', { name: 'Address' }), '2 Ring Road')
  await user.type(second.getByRole('textbox', { name: 'PIN code' }), '01')
  await user.click(form.getByRole('button', { name: 'Remove place 1' }))
  await user.click(form.getByRole('button', { name: 'Save places' }))
  expect(await screen.findByText('Places saved')).toBeVisible()
  const place = {
    title: '',
    recipient: 'Ravi',
    phone: '',
    address: '2 Ring Road',
    city: '',
    pin_code: '411001',
  }
  expect(sent).toEqual([{ places: [place] }])
})
