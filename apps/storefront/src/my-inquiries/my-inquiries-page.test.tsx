import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeBackend, someInquiry } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'
import { inquiryDetails, inquiryOf } from '../inquiry/inquiry.ts'

const session = {
  user: { id: '00000000-0000-0000-0000-000000000001', email: 'buyer@company.example' },
  accessToken: 'token',
}
const inquiry = { ...someInquiry, reference: 'GW-0ABCDEF1' }

test('a customer sees what the account has sent, and orders again with its quantities', async () => {
  fakeBackend({ mine: () => [inquiry] })
  const { user } = renderSite({ path: '/account/inquiries', session })
  const card = within(await screen.findByRole('article', { name: 'GW-0ABCDEF1' }))
  expect(card.getByText('Quoted')).toBeVisible()
  expect(card.getByText(/^400 ×/).parentElement).toHaveTextContent('400 × Mug Blue')
  expect(card.getByText('Lamp').parentElement).toHaveTextContent('No longer in the catalogue')
  expect(card.getByText('Pune')).toBeVisible()
  expect(card.getByRole('link', { name: 'Mug' })).toHaveAttribute('href', '/product/mug-mug')
  expect(card.getByRole('link', { name: 'GW-0ABCDEF1' })).toHaveAttribute('href', '/inquiry/GW-0ABCDEF1')
  await user.click(card.getByRole('button', { name: 'Order again' }))
  expect(await screen.findByRole('button', { name: /^Inquiry Basket/ })).toHaveTextContent('1')
  expect(card.getByRole('status')).toHaveTextContent(
    '1 product added to your inquiry basket.No longer in the catalogue: Lamp.',
  )
  expect(inquiryDetails()).toMatchObject({ isOpen: true, lines: { mug: { quantity: '400', note: 'Blue' } } })
})

test('an inquiry in a state that only a newer server knows is listed with that state’s name', async () => {
  fakeBackend({ mine: () => [{ ...inquiry, state: 'sampled' }] })
  renderSite({ path: '/account/inquiries', session })
  const card = within(await screen.findByRole('article', { name: 'GW-0ABCDEF1' }))
  expect(card.getByText('sampled')).toBeVisible()
})

test('ordering again takes the colours along', async () => {
  const colours = [
    { name: 'Red', quantity: 300 },
    { name: 'Navy', quantity: 100 },
  ]
  const [mug] = inquiry.lines
  const shades = colours.map(({ name }) => ({ name, image_url: `https://files.test/${name}.png` }))
  const product = { ...mug?.product, shades }
  fakeBackend({ mine: () => [{ ...inquiry, lines: [{ ...mug, colours, product }] }] })
  const { user } = renderSite({ path: '/account/inquiries', session })
  const card = within(await screen.findByRole('article', { name: 'GW-0ABCDEF1' }))
  expect(card.getByText(/^400 ×/).parentElement).toHaveTextContent('400 × Mug in Red (300), Navy (100) Blue')
  expect(card.getByRole('list', { name: 'Chosen colours' })).toHaveTextContent('RedNavy')
  await user.click(card.getByRole('button', { name: 'Order again' }))
  const basket = [{ id: 'mug', name: 'Mug', imageUrl: null }]
  expect(inquiryOf(basket, inquiryDetails()).lines).toEqual([
    { id: 'mug', name: 'Mug', quantity: 400, note: 'Blue', colours },
  ])
})

test('an account that has sent nothing is led into the catalogue, and a visitor to the sign-in', async () => {
  fakeBackend()
  const { unmount } = renderSite({ path: '/account/inquiries', session })
  expect(await screen.findByText(/^Nothing yet\./)).toBeVisible()
  unmount()
  renderSite({ path: '/account/inquiries' })
  expect(await screen.findByText('Sign in to see your inquiries.')).toBeVisible()
})

const quotation = {
  number: 'GW2627/0001',
  revision: 2,
  reference: 'GW-0ABCDEF1',
  state: 'sent',
  total_paise: 7_080_000,
  valid_until: '2026-12-05',
}

test('a customer sees the quotations of their inquiries, and opens one by a link of its own', async () => {
  const opened: unknown[] = []
  fakeBackend({
    quotations: () => [
      quotation,
      { ...quotation, number: 'GW2627/0002', state: 'withdrawn', total_paise: null },
    ],
    openQuotation: (body) => {
      opened.push(body)
      return null
    },
  })
  const { user } = renderSite({ path: '/account/inquiries', session })
  const [sent, withdrawn] = within(await screen.findByRole('region', { name: 'Quotations' })).getAllByRole(
    'listitem',
  )
  expect(sent).toHaveTextContent('GW2627/0001-R2Waiting for you₹70,800.00Valid until 5 Dec 2026')
  expect(withdrawn).toHaveTextContent('GW2627/0002-R2WithdrawnValid until')
  await user.click(screen.getByRole('button', { name: 'Open quotation' }))
  expect(await screen.findByText('Could not open the quotation')).toBeVisible()
  expect(opened).toEqual([{ number: 'GW2627/0001' }])
})

test('the page of an inquiry lists its own quotations for the account that has sent it', async () => {
  fakeBackend({
    opened: () => inquiry,
    quotations: () => [quotation, { ...quotation, number: 'GW2627/0002', reference: 'GW-0ABCDEF2' }],
  })
  renderSite({ path: '/inquiry/GW-0ABCDEF1', session })
  expect(
    within(await screen.findByRole('region', { name: 'Quotations' })).getAllByRole('listitem'),
  ).toHaveLength(1)
})

test('an account is asked once whether it shares with colleagues of its domain', async () => {
  const answers: unknown[] = []
  const { answers: backend } = fakeBackend({
    company: () => ({ domain: 'company.example', is_asked: false, since: null }),
    changed: (path, body) => {
      answers.push([path.replace(/.*\//, ''), body])
      return undefined
    },
  })
  const { user } = renderSite({ path: '/account/inquiries', session })
  const question = within(
    await screen.findByRole('region', { name: 'Share with colleagues at company.example?' }),
  )
  backend.company = () => ({ domain: 'company.example', is_asked: true, since: null })
  await user.click(question.getByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull())
  expect(answers).toEqual([['share_with_colleagues', { shares: false }]])
})

test('a colleague’s inquiry and quotation name who sent them, and their pages only read', async () => {
  const shared = { ...inquiry, sent_by: 'Asha Rao' }
  fakeBackend({
    mine: () => [shared],
    opened: () => shared,
    quotations: () => [{ ...quotation, sent_by: 'Asha Rao' }],
  })
  const { user } = renderSite({ path: '/account/inquiries', session })
  const card = within(await screen.findByRole('article', { name: 'GW-0ABCDEF1' }))
  expect(card.getByText('Sent by Asha Rao')).toBeVisible()
  const [row] = within(await screen.findByRole('region', { name: 'Quotations' })).getAllByRole('listitem')
  expect(row).toHaveTextContent('GW2627/0001-R2Sent₹70,800.00Valid until 5 Dec 2026For Asha Rao')
  await user.click(card.getByRole('link', { name: 'GW-0ABCDEF1' }))
  expect(await screen.findByText(/by Asha Rao, who shares it with your company\.$/)).toBeVisible()
  for (const name of ['Withdraw inquiry', 'Delete my details', 'Add to this inquiry'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('button', { name: 'Order again' })).toBeVisible()
})

test('a member shares an inquiry that was sent, and ends that', async () => {
  const answers: unknown[] = []
  const member = { domain: 'company.example', is_asked: true, since: '2026-11-01T10:00:00Z', members: [] }
  const { answers: backend } = fakeBackend({
    company: () => member,
    opened: () => ({ ...inquiry, is_shared: false }),
    changed: (_path, body) => {
      answers.push(body)
      return undefined
    },
  })
  const { user } = renderSite({ path: '/inquiry/GW-0ABCDEF1', session })
  const box = await screen.findByRole('checkbox', { name: 'Share with my company' })
  expect(box).not.toBeChecked()
  backend.opened = () => ({ ...inquiry, is_shared: true })
  await user.click(box)
  await waitFor(() => expect(box).toBeEnabled())
  expect(box).toBeChecked()
  expect(answers).toEqual([{ reference: 'GW-0ABCDEF1', shares: true }])
})

test('a member reads which baskets colleagues share, opens one, and ends their own', async () => {
  const company = { domain: 'company.example', is_asked: true, since: '2026-11-01T10:00:00Z', members: [] }
  const of = { shared_at: '2026-11-02T10:00:00Z', products: 3, is_own: false }
  const theirs = { ...of, id: 'theirs', shared_by: 'asha@company.example' }
  const own = { ...of, id: 'own', shared_by: session.user.email, products: 1, is_own: true }
  const sent: unknown[] = []
  const { answers } = fakeBackend({
    company: () => ({ ...company, baskets: [theirs, own] }),
    changed(path, body) {
      sent.push(path.replace(/.*\//, ''), body)
      return path.endsWith('open_shared_basket') ? 'none' : undefined
    },
  })
  const { user } = renderSite({ path: '/account/inquiries', session })
  const list = within(await screen.findByRole('region', { name: 'Shared baskets' }))
  const [first, second] = list.getAllByRole('listitem')
  expect(first).toHaveTextContent('3 productsShared by asha@company.example2 November 2026Open basket')
  expect(second).toHaveTextContent('1 productShared by you')
  expect(list.getAllByRole('button', { name: 'Stop sharing' })).toHaveLength(1)
  answers.company = () => ({ ...company, baskets: [theirs] })
  await user.click(list.getByRole('button', { name: 'Stop sharing' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  await user.click(list.getByRole('button', { name: 'Open basket' }))
  await waitFor(() => expect(window.location.pathname + window.location.hash).toBe('/shortlist#none'))
  expect(sent).toEqual(['end_shared_basket', { id: 'own' }, 'open_shared_basket', { id: 'theirs' }])
})

test('without shared baskets there is no list of them', async () => {
  fakeBackend({ company: () => ({ domain: 'company.example', is_asked: true, since: null }) })
  renderSite({ path: '/account/inquiries', session })
  expect(await screen.findByText(/^Nothing yet\./)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Shared baskets' })).toBeNull()
})
