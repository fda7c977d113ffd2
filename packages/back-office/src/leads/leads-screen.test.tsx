import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Role } from '@giftwell/shared/auth/auth-machine.ts'
import { fakeApi, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { untouched } from './lead-handling.ts'
import { aPage, leadOf, showLeads } from '../testing/show-leads.tsx'
import { AdminRoutes } from '../shell/back-office.tsx'

const columns =
  'id,name,company,email,phone,message,selected_products,created_at,needed_by,budget_per_gift,delivery_city,wants_branding,notice_version,notice_language,notice_at,marketing_consent,erased_at,source,medium,campaign,referrer,landing_page,reference,contacts!leads_contact_id_fkey(companies(id,name)),lead_items(position,product_id,name,quantity,note,colours,products(min_quantity,lead_days_from,lead_days_to)),lead_handling(state,assigned_to,assigned_email,due_on,answered_at,notes,merged_into)'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`${name} `) }))

test('the columns are those of product.md, and leads are read newest first without the search column', async () => {
  const { of } = showLeads({ leads: [leadOf(2), leadOf(1)] })
  expect(screen.getByText('Loading...')).toBeVisible()
  expect(screen.getByText('Manage and view customer inquiries')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'All Leads (2)' })).toBeVisible()
  expect(await screen.findByRole('table', { name: 'Leads' })).toBeVisible()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Company',
    'Contact',
    'Products',
    'Message',
    'Date',
  ])
  const names = screen
    .getAllByRole('row')
    .map((line) => within(line).queryAllByRole('button')[0]?.textContent)
  expect(names.slice(1)).toEqual(['Person 2', 'Person 1'])

  expect(of('page')).toHaveLength(1)
  expect(of('page')[0]?.body).toEqual({ words: '', ascending: false, size: 25 })
  expect(Object.fromEntries(of('page')[0]?.query ?? [])).toEqual({
    select: columns,
    order: 'created_at.desc,id.desc',
    limit: '25',
  })
  expect(of('count').map(({ body }) => body)).toEqual([{ words: '' }])
})

test('e-mail and telephone links are safe, whatever the lead contains', async () => {
  const email = 'a?bcc=b@example.com'
  showLeads({ leads: [leadOf(2, { phone: 'after six' }), leadOf(1, { email, phone: '+91 (98765) 4321-0' })] })
  const strange = await row('Person 1')
  expect(strange.getByRole('link', { name: email })).toHaveAttribute('href', 'mailto:a%3Fbcc%3Db@example.com')
  expect(strange.getByRole('link', { name: '+91 (98765) 4321-0' })).toHaveAttribute(
    'href',
    'tel:+919876543210',
  )
  const wordy = await row('Person 2')
  expect(wordy.getByText('after six')).toBeVisible()
  expect(wordy.queryByRole('link', { name: 'after six' })).toBeNull()
})

test.each([
  [null, ['None']],
  [[], ['None']],
  [
    ['Mug', 'Pen', 'Mug'],
    ['Mug', 'Pen', 'Mug'],
  ],
  [
    ['Mug', 'Pen', 'Bag', 'Lamp', 'Clock'],
    ['Mug', 'Pen', 'Bag', '+2 more'],
  ],
])('of the products %j it shows %j', async (products, shown) => {
  showLeads({ leads: [leadOf(1, { selected_products: products })] })
  const cell = (await row('Person 1')).getAllByRole('cell')[4]
  expect(cell?.textContent).toBe(shown.join(''))
})

test('quantities stand before the products’ names, and the day that they are needed by behind them', async () => {
  const items = [
    { position: 2, name: 'Pen', quantity: null, note: 'Blue' },
    { position: 1, name: 'Mug', quantity: 400, note: null },
  ]
  const year = new Date().getFullYear()
  const extras = { selected_products: ['Mug', 'Pen'], lead_items: items, needed_by: `${year}-12-12` }
  showLeads({ leads: [leadOf(1, extras), leadOf(2, { ...extras, needed_by: `${year + 1}-12-12` })] })
  const cell = (await row('Person 1')).getAllByRole('cell')[4]
  const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(
    new Date(year, 11, 12),
  )
  expect(cell?.textContent).toBe(`400 × MugPenby ${day}`)
  expect(
    (await row('Person 2')).getAllByRole('cell')[4]?.textContent,
    'with a year that is not this one',
  ).toMatch(new RegExp(`by .*${year + 1}$`))
})

test('a revoked administrator leaves the screen instead of reading that there are no leads', async () => {
  fakeApi(({ path }) => (path.endsWith('count_leads') ? Response.json(null) : []))
  const readRole = vi
    .fn((): Promise<Role> => Promise.resolve('customer'))
    .mockResolvedValueOnce('administrator')
  const admin = <Route path="/admin/*" element={<AdminRoutes notFound={null} />} />
  renderAdmin(<Routes>{admin}</Routes>, { path: '/admin/leads', accounts: { readRole } })
  expect(await screen.findByText(/This account has no access to the back office/)).toBeVisible()
  expect(screen.queryByText(/No leads found yet/)).not.toBeInTheDocument()
})

test('a lead without a message shows "No message"', async () => {
  showLeads({ leads: [leadOf(1, { message: null })] })
  expect((await row('Person 1')).getByText('No message')).toBeVisible()
})

test('an empty list and a search without matches show different messages', async () => {
  const { user, of } = showLeads({ path: '/admin/leads?search=unknown&from=2026-11-01' })
  expect(await screen.findByText('No leads match your search and dates.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'All Leads (0)' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear search and dates' }))
  expect(
    await screen.findByText('No leads found yet. Leads will appear here when customers submit inquiries.'),
  ).toBeVisible()
  expect(screen.getByRole('searchbox', { name: 'Search leads' })).toHaveValue('')
  expect(screen.getByLabelText('From')).toHaveValue('')
  expect(of('page').at(-1)?.body).toEqual({ words: '', ascending: false, size: 25 })
})

test.each(['newest time', 'page'] as const)(
  'a failure to read the %s is said in the server’s words, and can be tried again',
  async (failing) => {
    let isBroken = true
    const { user } = showLeads({
      leads: [leadOf(1)],
      answer: (_request, kind) =>
        isBroken && kind === failing ? apiError('42501', 'the server’s own words', 403) : undefined,
    })
    const words = 'Error loading leads: the server’s own words'
    expect(await screen.findByText(words)).toBeVisible()
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table')).toBeVisible()
    expect(screen.queryByText(words)).toBeNull()
  },
)

test('the address holds the search and both days, inclusively', async () => {
  const { of } = showLeads({
    leads: [leadOf(1)],
    path: '/admin/leads?search=%20tall%20mug%20&from=2026-11-01&to=2026-11-20',
  })
  await waitFor(() => expect(of('page')).toHaveLength(1))
  const [page] = of('page')
  const asked = {
    words: 'tall mug',
    since: new Date(2026, 10, 1).toISOString(),
    before: new Date(2026, 10, 21).toISOString(),
  }
  expect([page?.method, page?.path, page?.body]).toEqual([
    'POST',
    '/rest/v1/rpc/find_leads',
    { ...asked, ascending: false, size: 25 },
  ])
  expect(page?.query.get('select')).toBe(columns)
  expect(of('count').map(({ body }) => body)).toEqual([asked])
})

test.each([
  ['Name', { sorted: 'name', ascending: true }, 'name.asc,id.asc'],
  ['Company', { sorted: 'company', ascending: true }, 'company.asc,id.asc'],
  ['State', { sorted: 'state', ascending: true }, null],
  ['Assigned to', { sorted: 'assigned', ascending: true }, null],
  ['Come back on', { sorted: 'due', ascending: true }, null],
])('the head %s sorts every page', async (head, asked, order) => {
  const handled = (number: number, state: 'won' | 'new', due_on: string | null) =>
    leadOf(number, { lead_handling: { ...untouched, state, due_on } })
  const { user, of } = showLeads({
    leads: [handled(3, 'won', null), ...aPage.slice(2), handled(1, 'new', '2026-12-01')],
    total: 60,
    path: '/admin/leads?columns=Name.Company.State.Assigned to.Come back on.Date',
  })
  await user.click(await screen.findByRole('button', { name: head }))
  await waitFor(() => expect(of('page').at(-1)?.body).toMatchObject(asked))
  expect(screen.getByRole('columnheader', { name: head })).toHaveAttribute('aria-sort', 'ascending')
  expect(of('page').at(-1)?.query.get('order')).toBe(order)
  if (order !== null) return
  // In the order that the database has, too, which a response need not keep; the next page begins after its last row.
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Person 1'))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  const beyond = { State: '5', 'Assigned to': '~', 'Come back on': 'infinity' }[head]
  await waitFor(() => expect(of('page').at(-1)?.body).toMatchObject({ ...asked, beyond }))
})

test('invalid days are ignored, and a range that ends before it begins shows an error at its field', async () => {
  const { of } = showLeads({ path: '/admin/leads?from=2026-02-30&to=yesterday' })
  await waitFor(() => expect(of('page')).toHaveLength(1))
  expect(of('page')[0]?.body).not.toHaveProperty('since')
  showLeads({ path: '/admin/leads?from=2026-11-20&to=2026-11-01' })
  expect(await screen.findByText('From is after To')).toBeVisible()
})

test('the pages are counted once, and the next page begins after the last row', async () => {
  const { user, of } = showLeads({ leads: aPage, total: 60 })
  expect(await screen.findByText('1–25 of 60')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('26–50 of 60')).toBeVisible()
  const last = aPage.at(-1)
  expect(of('page').at(-1)?.query.get('created_at')).toBe(`lte.${last?.created_at}`)
  expect(of('page').at(-1)?.query.get('or')).toContain(`id.lt.${last?.id}`)
  expect(of('count')).toHaveLength(1)
})

test('leads can be sorted oldest first on every page, and are counted once', async () => {
  const oldestFirst = aPage.toReversed()
  const { user, of } = showLeads({
    leads: aPage,
    total: 60,
    answer: ({ query }, kind) =>
      kind === 'page' && query.get('order')?.startsWith('created_at.asc') ? oldestFirst : undefined,
  })
  await row('Person 50')
  await user.click(screen.getByRole('button', { name: 'Date' }))
  await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('Person 26'))
  expect(of('page').at(-1)?.query.get('order')).toBe('created_at.asc,id.asc')
  expect(of('count')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('26–50 of 60')).toBeVisible()
  expect(of('page').at(-1)?.query.get('created_at')).toBe(`gte.${aPage[0]?.created_at}`)
})

test('clearing the search and the days keeps the order', async () => {
  const { user, of } = showLeads({ path: '/admin/leads?search=unknown&sort=oldest' })
  await user.click(await screen.findByRole('button', { name: 'Clear search and dates' }))
  await screen.findByText(/^No leads found yet/)
  expect(of('page').map(({ query }) => query.get('order'))).toEqual(Array(2).fill('created_at.asc,id.asc'))
})

test('with the oldest first, the new-leads button shows the last page', async () => {
  const newest = leadOf(55, { lead_handling: untouched })
  let hasCome = false
  const { user, queryClient, of } = showLeads({
    leads: aPage.toReversed(),
    total: 60,
    path: '/admin/leads?sort=oldest',
    answer({ query }, kind) {
      if (!hasCome) return undefined
      if (kind === 'new count') return 1
      if (kind === 'count') return 61
      return kind === 'page' && query.get('limit') === '11' ? [newest, ...aPage.slice(0, 10)] : undefined
    },
  })
  expect(await screen.findByText('1–25 of 60')).toBeVisible()
  hasCome = true
  await queryClient.refetchQueries({ queryKey: ['leads', 'new'] })
  await user.click(await screen.findByRole('button', { name: 'Show' }))
  expect((await row('Person 55')).getByText('New')).toBeVisible()
  expect(screen.getByText('51–61 of 61')).toBeVisible()
  expect(of('page').at(-1)?.query.get('order')).toBe('created_at.desc,id.desc')
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
})

test('new leads are announced and marked until they are opened; on other pages a button leads to them', async () => {
  const newest = leadOf(55, { lead_handling: untouched })
  let hasCome = false
  const { user, queryClient, of, requests } = showLeads({
    leads: aPage,
    total: 60,
    answer(request, kind) {
      if (!hasCome) return undefined
      if (kind === 'new count') return 1
      if (kind === 'count') return 61
      return kind === 'page' && !request.query.has('created_at') ? [newest, ...aPage.slice(0, -1)] : undefined
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('26–50 of 60')).toBeVisible()
  expect(of('new count')[0]?.body).toEqual({ words: '', after: aPage[0]?.created_at })

  hasCome = true
  await queryClient.refetchQueries({ queryKey: ['leads', 'new'] })
  expect(await screen.findByRole('heading', { name: 'All Leads (61)' })).toBeVisible()
  const spoken = screen.getAllByText('1 new lead').filter((words) => words.ariaLive === 'polite')
  expect(spoken).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show' }))

  const first = await row('Person 55')
  expect(first.getByText('New')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull()
  await user.click(first.getByRole('button', { name: 'Person 55' }))
  await waitFor(() =>
    expect(requests.find(({ path }) => path.endsWith('/handle_lead'))?.body).toEqual({
      lead: newest.id,
      kind: 'opened',
    }),
  )
})

test('filters of the figures are chips, each removed by a press', async () => {
  const path = '/admin/leads?asked=2026-11-01_2026-11-30&weekday=1&answered=yes&reason=none'
  const { user, of } = showLeads({ leads: [leadOf(1)], path })
  await row('Person 1')
  expect(of('count').at(-1)?.body).toEqual({
    words: '',
    since: '2026-10-31T18:30:00.000Z',
    before: '2026-11-30T18:30:00.000Z',
    filters: { weekday: '1', answered: 'yes', reason: 'none' },
  })
  const chips = [
    'Received from 1 Nov 2026 to 30 Nov 2026',
    'Received on a Monday',
    'Answered',
    'Lost: No reason given',
  ]
  for (const chip of chips) await user.click(screen.getByRole('button', { name: `Remove ${chip}` }))
  await waitFor(() => expect(of('count').at(-1)?.body).toEqual({ words: '' }))
})
