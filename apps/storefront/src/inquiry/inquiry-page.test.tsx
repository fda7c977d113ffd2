import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { fakeBackend, someInquiry } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const token = 'a1'.repeat(32)

test('the private page has the reference, the state in words, and the lines with links', async () => {
  const opened = vi.fn<(body: unknown) => undefined>()
  const [line, ...others] = someInquiry.lines
  const lines = [{ ...line, colours: [{ name: 'Red', quantity: 400 }] }, ...others]
  const { requests } = fakeBackend({
    opened(body) {
      opened(body)
      return { ...someInquiry, lines }
    },
  })
  renderSite({ path: `/inquiry/${token}` })
  expect(await screen.findByRole('heading', { name: 'Inquiry GW-1ABCDEF1' })).toBeVisible()
  expect(screen.getByText('Quoted').parentElement).toHaveTextContent('Quoted We have sent you a quotation.')
  const mug = within(screen.getByRole('article', { name: 'Mug' }))
  expect(mug.getByRole('link', { name: 'Mug' })).toHaveAttribute('href', '/product/mug-mug')
  expect(mug.getByText('Quantity 400')).toBeVisible()
  expect(mug.getByText('Red')).toBeVisible()
  expect(mug.getByText('Blue')).toBeVisible()
  expect(opened.mock.calls).toEqual([[{ token }]])
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer')
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  const changing = requests.filter((request) => /add_to|withdraw/.test(request))
  expect(changing, 'opening changes nothing').toEqual([])
})

test.each([
  [`%3C${token}%3E.`, token],
  [`${token}%E2%80%8B%20`, token],
  [`${token}&fbclid=1`, token],
  ['GW-1ABCDEF1).', 'GW-1ABCDEF1'],
])('the private page opens at %s', async (segment, opens) => {
  const opened = vi.fn<(body: unknown) => undefined>()
  fakeBackend({
    opened(body) {
      opened(body)
      return someInquiry
    },
  })
  renderSite({ path: `/inquiry/${segment}` })
  expect(await screen.findByRole('heading', { name: 'Inquiry GW-1ABCDEF1' })).toBeVisible()
  expect(opened.mock.calls).toEqual([[{ token: opens }]])
})

test('withdrawing asks first, and says what it has done', async () => {
  let state = 'new'
  const changed = vi.fn<(path: string, body: unknown) => void>(() => {
    state = 'withdrawn'
  })
  fakeBackend({ opened: () => ({ ...someInquiry, state }), changed })
  const { user } = renderSite({ path: `/inquiry/${token}` })
  const press = async () => user.click(await screen.findByRole('button', { name: 'Withdraw inquiry' }))
  await press()
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this inquiry?' }))
  await user.click(dialog.getByRole('button', { name: 'Keep it' }))
  expect(changed).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press()
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw inquiry' }),
  )
  expect(await screen.findByText('Withdrawn')).toBeVisible()
  expect(changed.mock.calls).toEqual([['/rest/v1/rpc/withdraw_inquiry', { token }]])
  expect(screen.queryByRole('button', { name: 'Add to this inquiry' })).toBeNull()
})

test('what is added joins the inquiry: the catalogue and the basket say to which', async () => {
  const changed = vi.fn<(path: string, body: unknown) => undefined>()
  fakeBackend({ changed })
  const { user } = renderSite({ path: `/inquiry/${token}` })
  await user.click(await screen.findByRole('button', { name: 'Add to this inquiry' }))
  expect(await screen.findByText(/^Adding to/)).toHaveTextContent('Adding to GW-1ABCDEF1')
  const card = within(await screen.findByRole('article', { name: 'Product 1' }))
  await user.click(card.getByRole('button', { name: 'Add to Inquiry' }))
  await user.click(screen.getByRole('button', { name: 'Inquiry Basket 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Inquiry Basket (1 items)' }))
  expect(dialog.getByText(/^You are adding to your inquiry/)).toHaveTextContent('GW-1ABCDEF1')
  expect(dialog.queryByRole('textbox', { name: 'Name' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Add quantities' }))
  await user.type(dialog.getByRole('spinbutton', { name: 'Quantity of Product 1' }), '12')
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Also these')
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByText('Added to your inquiry')).toBeVisible()
  const items = [{ id: 'product-1', name: 'Product 1', quantity: 12, note: '' }]
  expect(changed.mock.calls).toEqual([
    ['/rest/v1/rpc/add_to_inquiry', { token, items, message: 'Also these' }],
  ])
  await waitFor(() => expect(screen.getByRole('link', { name: 'View inquiry' })).toHaveFocus())
  expect(screen.queryByText(/^Adding to/)).toBeNull()
})

test('an addition that fails keeps the basket and the message', async () => {
  const refusal = { code: '22023', message: 'This inquiry was withdrawn: please send a new one.' }
  fakeBackend({ changed: () => Response.json(refusal, { status: 400 }) })
  const { user } = renderSite({ path: `/inquiry/${token}` })
  await user.click(await screen.findByRole('button', { name: 'Add to this inquiry' }))
  const card = within(await screen.findByRole('article', { name: 'Product 1' }))
  await user.click(card.getByRole('button', { name: 'Add to Inquiry' }))
  await user.click(screen.getByRole('button', { name: 'Inquiry Basket 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Also these')
  await user.click(dialog.getByRole('button', { name: 'Submit Inquiry' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(refusal.message)
  expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Also these')
  await user.click(dialog.getByRole('button', { name: 'Send as a new inquiry' }))
  expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible()
})

test('a link that opens nothing says so and leads to the account’s inquiries', async () => {
  const refusal = {
    code: 'PT404',
    message: 'This link does not open an inquiry. It may have ended or been cut off.',
  }
  fakeBackend({ opened: () => Response.json(refusal, { status: 404 }) })
  renderSite({ path: `/inquiry/${token}` })
  expect(await screen.findByText(/^This link does not open an inquiry\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'My inquiries' })).toHaveAttribute('href', '/account/inquiries')
})

test('the link of an inquiry whose details were deleted says so, and offers nothing', async () => {
  fakeBackend({ opened: () => ({ ...someInquiry, erased_at: '2026-11-02T10:00:00Z' }) })
  renderSite({ path: `/inquiry/${token}` })
  expect(await screen.findByRole('heading', { name: 'Your details are deleted' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /my details|inquiry$/ })).toBeNull()
})

test('what is stored with an inquiry is saved as a file and shown to read', async () => {
  const data = vi.fn(() => ({
    name: 'A Buyer',
    created_at: '2026-11-01T10:00:00Z',
    events: [{ kind: 'created' }],
  }))
  fakeBackend({ data })
  const save = vi.fn<(content: Blob) => string>(() => 'blob:copy')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => undefined }))
  const { user } = renderSite({ path: `/inquiry/${token}` })
  await user.click(await screen.findByRole('button', { name: 'Download my details' }))
  const copy = within(await screen.findByRole('region', { name: 'Events' }))
  expect(copy.getByText('Created')).toBeVisible()
  expect(screen.getByText('A Buyer')).toBeVisible()
  expect(data).toHaveBeenCalledExactlyOnceWith('inquiry_data', { token })
  expect(JSON.parse((await save.mock.lastCall?.[0].text()) ?? '')).toMatchObject({ name: 'A Buyer' })
})

test('deleting one’s details takes two presses, and ends with what was erased and what stays', async () => {
  const data = vi.fn<(name: string, body: unknown) => unknown>(() => ({ leads: 1, quotations: 2, kept: 1 }))
  const accepted = [{ number: 'GW2627/0001', total_paise: 17_442_000 }]
  fakeBackend({ data, opened: () => ({ ...someInquiry, accepted_quotations: accepted }) })
  window.localStorage.setItem('giftwell-last-inquiry', '{"name":"A Buyer"}')
  const { user } = renderSite({ path: `/inquiry/${token}` })
  const press = async () => user.click(await screen.findByRole('button', { name: 'Delete my details' }))
  await press()
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your details?' }))
  expect(
    dialog.getByText(
      /Your accepted quotation stays as a record of our trade, .*: GW2627\/0001 of ₹1,74,420\.00\./,
    ),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(data).not.toHaveBeenCalled()
  await press()
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete my details' }),
  )
  expect(await screen.findByRole('heading', { name: 'Your details are deleted' })).toHaveFocus()
  expect(data.mock.calls).toEqual([['delete_inquiry_details', { token }]])
  expect(screen.getByText(/In all: 1 inquiry, 1 quotation\.$/)).toBeVisible()
  expect(screen.getByText(/^One accepted quotation, as a record/)).toBeVisible()
  expect(screen.queryByText('For Diwali')).toBeNull()
  expect(window.localStorage.getItem('giftwell-last-inquiry')).toBe('{}')
})

test('a second press while details are deleted does nothing', async () => {
  const data = vi.fn<(name: string) => unknown>(() => ({ leads: 1, quotations: 0, kept: 0 }))
  fakeBackend({ data })
  const { user } = renderSite({ path: `/inquiry/${token}` })
  await user.click(await screen.findByRole('button', { name: 'Delete my details' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your details?' }))
  const button = dialog.getByRole('button', { name: 'Delete my details' })
  // Both before the page has shown the first.
  act(() => {
    button.click()
    button.click()
  })
  expect(await screen.findByText(/In all: 1 inquiry\.$/)).toBeVisible()
  expect(data).toHaveBeenCalledOnce()
})

test.each([
  ['Delete my details', { code: 'PT409', message: 'The details of this inquiry are already deleted.' }, 409],
  ['Download my details', { name: 'erased', erased_at: '2026-11-02T10:00:00Z' }, 200],
])('%s says that another tab has deleted the details', async (name, answer, status) => {
  window.localStorage.setItem('giftwell-last-inquiry', '{"name":"A Buyer"}')
  const save = vi.fn<(content: Blob) => string>(() => 'blob:copy')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => undefined }))
  fakeBackend({ data: () => Response.json(answer, { status }) })
  const { user } = renderSite({ path: `/inquiry/${token}` })
  await user.click(await screen.findByRole('button', { name }))
  if (status === 409)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))
  expect(await screen.findByRole('heading', { name: 'Your details are deleted' })).toHaveFocus()
  expect(screen.getByText(/^A quotation that you accepted, if there was one/)).toBeVisible()
  expect(window.localStorage.getItem('giftwell-last-inquiry')).toBe('{}')
  expect(save).not.toHaveBeenCalled()
})

test('who agreed to offers takes it back in one press, and reads that it is done', async () => {
  let consent = true
  const changed = vi.fn<(path: string, body: unknown) => void>(() => {
    consent = false
  })
  fakeBackend({ opened: () => ({ ...someInquiry, marketing_consent: consent }), changed })
  const { user } = renderSite({ path: `/inquiry/${token}` })
  await user.click(await screen.findByRole('button', { name: 'Withdraw marketing consent' }))
  expect(await screen.findByText('We no longer write to you about offers.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Withdraw marketing consent' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'Your details' })).toHaveFocus()
  expect(changed.mock.calls).toEqual([['/rest/v1/rpc/take_back_consent', { token }]])
})
