import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { aPage, leadOf, showLeads } from '../testing/show-leads.tsx'

const leads = [
  leadOf(3, {
    message: 'One line\nand another',
    selected_products: ['Mug', 'Pen', 'Bag', 'Lamp', 'Lamp'],
  }),
  leadOf(2, { message: null }),
  leadOf(1),
]

/** The page of a lead. */
const pageOf = async (name: string) => within(await screen.findByRole('region', { name }))
const listIsBack = () => screen.findByRole('heading', { level: 1, name: 'Leads' })

test('"+N more" opens the lead with everything in it', async () => {
  const { user } = showLeads({ leads })
  await user.click(await screen.findByRole('button', { name: '+2 more products of Person 3' }))
  const opened = await pageOf('Person 3')
  expect(opened.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    leads[0]?.selected_products,
  )
  expect(opened.getByText(/One line/).textContent).toBe('One line\nand another')
  expect(opened.getByText('Company 3')).toBeVisible()
  expect(opened.getByRole('link', { name: 'person3@example.com' })).toBeVisible()
  expect(opened.getByRole('link', { name: '+91 98765 43203' })).toBeVisible()
  await user.click(opened.getByRole('button', { name: 'Reply by e-mail' }))
  expect(opened.getByRole('link', { name: 'Open in mail program' })).toHaveAttribute(
    'href',
    expect.stringContaining('mailto:person3@example.com?subject='),
  )
})

test('an inquiry shows quantities, colours, notes, hints, what holds for all of it, and its reference', async () => {
  const lead = leadOf(1, {
    selected_products: ['Mug', 'Pen'],
    created_at: '2026-12-04T10:00:00Z',
    needed_by: '2026-12-12',
    budget_per_gift: 800,
    delivery_city: 'Pune',
    wants_branding: true,
    source: 'linkedin',
    medium: 'cpc',
    campaign: 'diwali26',
    referrer: 'linkedin.com',
    landing_page: '/catalogue',
    reference: 'MER-0ABCDEF1',
    lead_items: [
      { position: 2, name: 'Pen', quantity: null, note: 'Blue, please' },
      {
        position: 1,
        name: 'Mug',
        quantity: 400,
        note: null,
        colours: [
          { name: 'Red', quantity: 300 },
          { name: 'Blue', quantity: 100 },
        ],
        products: { min_quantity: 500, lead_days_from: 10, lead_days_to: 15 },
      },
    ],
  })
  const { user } = showLeads({ leads: [lead, leadOf(2)] })
  await user.click(await screen.findByRole('button', { name: 'Person 1' }))
  const opened = await pageOf('Person 1')
  expect(opened.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '400 × Mug in Red (300), Blue (100)The minimum quantity is 500.It takes 10 to 15 working days; 5 are left.',
    'PenBlue, please',
  ])
  const details = () =>
    opened.getAllByRole('term').map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent])
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(2026, 11, 12))
  expect(details().slice(4)).toEqual([
    ['Needed by', day],
    ['Budget per gift', 'Rs.800'],
    ['Delivery city', 'Pune'],
    ['Branding', 'With the buyer’s logo'],
    ['Message', 'Message 1'],
    ['Reference', 'MER-0ABCDEF1'],
    ['Source', 'linkedin, cpc, diwali26, linkedin.com'],
    ['Landing page', '/catalogue'],
    ['Access', 'Who opened it'],
    ['Buyer’s link', 'Send a new linkEnd all links'],
  ])
  await user.keyboard('{ArrowRight}')
  await pageOf('Person 2')
  expect(details().map(([name]) => name)).toEqual([
    'Email',
    'Phone',
    'Date',
    'Products',
    'Message',
    'Reference',
    'Access',
    'Buyer’s link',
  ])
})

test('the lead opens by its name or a press on its row, but not by a link in the row', async () => {
  const { user } = showLeads({ leads })
  const name = await screen.findByRole('button', { name: 'Person 1' })
  name.focus()
  await user.keyboard('{Enter}')
  const opened = await pageOf('Person 1')
  expect(opened.getByText('Message 1')).toBeVisible()
  await user.keyboard('{Escape}')
  await listIsBack()

  await user.click(screen.getByRole('link', { name: 'person1@example.com' }))
  expect(screen.queryByRole('button', { name: 'All leads' })).toBeNull()
  await user.click(screen.getByText('Company 2'))
  await pageOf('Person 2')
})

test('buttons and arrow keys show the previous and next lead, and stop at the ends of the list', async () => {
  const { user } = showLeads({ leads })
  await user.click(await screen.findByRole('button', { name: 'Person 3' }))
  const first = await pageOf('Person 3')
  const previous = first.getByRole('button', { name: 'Previous lead' })
  expect(previous).toHaveAttribute('aria-disabled', 'true')
  await user.click(previous)
  await user.keyboard('{ArrowLeft}')
  expect(first.getByText('1 of 3')).toBeVisible()
  await user.click(first.getByRole('button', { name: 'Next lead' }))
  const second = await pageOf('Person 2')
  expect(second.getByText('No message')).toBeVisible()
  expect(second.getByText('None')).toBeVisible()
  await user.keyboard('{ArrowRight}{ArrowRight}{Alt>}{ArrowLeft}{/Alt}')
  expect((await pageOf('Person 1')).getByText('3 of 3')).toBeVisible()
})

test('the next lead of the last one on a page is the first one of the next page, and closing shows that page', async () => {
  const { user } = showLeads({
    leads: aPage,
    total: 27,
    answer: ({ query }, kind) => (kind === 'page' && query.has('or') ? [leadOf(2), leadOf(1)] : undefined),
  })
  await user.click(await screen.findByRole('button', { name: 'Person 26' }))
  expect((await pageOf('Person 26')).getByText('25 of 27')).toBeVisible()
  await user.keyboard('{ArrowRight}')
  expect((await pageOf('Person 2')).getByText('26 of 27')).toBeVisible()
  await user.keyboard('{ArrowLeft}')
  await pageOf('Person 26')
  await user.keyboard('{ArrowRight}')
  await pageOf('Person 2')
  await user.keyboard('{Escape}')
  await listIsBack()
  expect(screen.getByText('26–27 of 27')).toBeVisible()
})

test('an address opens its lead, also one of another page, and closing it shows the list', async () => {
  const { user, of } = showLeads({
    leads,
    path: `/admin/leads/${leadOf(9).id}?search=mug`,
    answer: (_request, kind) => (kind === 'one' ? [leadOf(9)] : undefined),
  })
  expect((await pageOf('Person 9')).getByText('Message 9')).toBeVisible()
  expect(of('one').map(({ query }) => query.get('id'))).toEqual([`eq.${leadOf(9).id}`])
  await user.keyboard('{Escape}')
  await listIsBack()
  expect(screen.getByRole('searchbox')).toHaveValue('mug')
})

test.each([leadOf(9).id, 'no-id'])(
  'of the address of a lead that does not exist (%s) a toast says so',
  async (id) => {
    showLeads({ leads, path: `/admin/leads/${id}` })
    const toast = await screen.findByRole('alert')
    expect(toast).toHaveTextContent('Lead not found')
    expect(toast).toHaveTextContent('It may have been deleted.')
    expect(screen.queryByRole('button', { name: 'All leads' })).toBeNull()
  },
)

test('the e-mail address is copied, and a rejection of the browser shows an error', async () => {
  const { user } = showLeads({ leads })
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(await screen.findByRole('button', { name: 'Person 1' }))
  const opened = await pageOf('Person 1')
  await user.click(opened.getByRole('button', { name: 'Copy email' }))
  expect(write).toHaveBeenCalledWith('person1@example.com')
  expect(await opened.findByText('Copied')).toBeInTheDocument()
  write.mockRejectedValueOnce(new Error('not allowed'))
  await user.click(opened.getByRole('button', { name: 'Copy phone' }))
  expect(await screen.findByRole('tooltip', { name: 'Could not copy' })).toBeVisible()
})

test('a lead shows the notice that its sender has read, and whether they want marketing', async () => {
  const lead = leadOf(1, {
    notice_version: 3,
    notice_language: 'hi',
    notice_at: '2026-11-21T08:00:00Z',
    marketing_consent: true,
  })
  const { user } = showLeads({ leads: [lead] })
  await user.click(await screen.findByRole('button', { name: 'Person 1' }))
  const opened = await pageOf('Person 1')
  expect(opened.getByText('Privacy notice').nextSibling).toHaveTextContent(/^Version 3 \(hi\), .*2026/)
  expect(opened.getByText('Marketing').nextSibling).toHaveTextContent('Consent given')
})

test('an erased lead says so, and offers no reply, quotation, link to its address or merge', async () => {
  const erased = {
    name: 'erased',
    company: 'erased',
    email: 'erased@erased.invalid',
    phone: 'erased',
    message: null,
  }
  const lead = leadOf(1, { ...erased, erased_at: '2026-11-28T08:00:00Z' })
  const other = leadOf(2, { ...erased, erased_at: '2026-11-27T08:00:00Z' })
  const { user, container } = showLeads({
    leads: [lead, other],
    answer: ({ body }, kind) =>
      kind === 'related' && 'phone' in Object(Object(body).filters) ? [lead, other] : undefined,
  })
  const [first] = await screen.findAllByRole('button', { name: 'erased' })
  const table = within(screen.getByRole('table', { name: 'Leads' }))
  expect(table.queryByRole('link')).toBeNull()
  if (first) await user.click(first)
  const opened = await pageOf('erased')
  expect(opened.getByText(/^The details of this person were erased on/)).toBeVisible()
  expect(opened.queryByRole('link', { name: /Reply/ })).toBeNull()
  expect(opened.queryByRole('button', { name: 'Quote' })).toBeNull()
  expect(opened.queryByRole('button', { name: /^(?:Merge|Copy|Add note|Send a new link)/ })).toBeNull()
  expect(opened.queryByText('No message')).toBeNull()
  expect(container.innerHTML).not.toContain('@erased.invalid')
})

test('opening a lead and copying its address are noted in the access log, once for each opening', async () => {
  const { user, requests } = showLeads({ leads })
  const noted = () => requests.filter(({ path }) => path.endsWith('/record_access')).map(({ body }) => body)
  await user.click(await screen.findByRole('button', { name: 'Person 3' }))
  const opened = await pageOf('Person 3')
  await waitFor(() => expect(noted()).toEqual([{ action: 'opened', leads: [leadOf(3).id] }]))
  await user.click(opened.getByRole('button', { name: 'Copy email' }))
  await user.keyboard('{ArrowRight}')
  await pageOf('Person 2')
  await waitFor(() =>
    expect(noted()).toEqual([
      { action: 'opened', leads: [leadOf(3).id] },
      { action: 'copied', leads: [leadOf(3).id] },
      { action: 'opened', leads: [leadOf(2).id] },
    ]),
  )
})
