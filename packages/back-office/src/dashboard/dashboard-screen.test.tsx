import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { entities } from '@giftwell/shared/entities.ts'
import { type ApiRequest, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { backOfficeScreens } from '../shell/back-office-screens.tsx'
import { DashboardScreen } from './dashboard-screen.tsx'

const sizes: Record<string, number> = { products: 3556, categories: 14, industry_tags: 13, leads: 1200 }
const lead = { id: 'l1', name: 'Test Buyer', company: 'Test Company', created_at: '2026-11-20T10:00:00Z' }

const isCount = ({ method, path }: ApiRequest) => method === 'HEAD' || path.startsWith('/rest/v1/rpc/count_')
const countOf = ({ method }: Pick<ApiRequest, 'method'>, size: number) =>
  method === 'HEAD' ? new Response(null, { headers: { 'content-range': `*/${size}` } }) : Response.json(size)
const fault = () => new Response(null, { status: 500 })
const tableOf = ({ path }: ApiRequest) => path.replace(/^\/rest\/v1\/(rpc\/count_)?/, '')
const answerAll = (request: ApiRequest) => {
  if ('filters' in Object(request.body)) return Response.json(0)
  if (
    /\/(lead_figures|catalogue_health|quotation_totals|figures|privacy_pulse|mail_pulse|demo_summary|first_steps)$/.test(
      request.path,
    )
  )
    return Response.json(null)
  return isCount(request) ? countOf(request, sizes[tableOf(request)] ?? 0) : [lead]
}

/** The count beneath a card's label. */
async function expectCount(label: string, count: string) {
  await waitFor(() => expect(screen.getByText(label).nextElementSibling).toHaveTextContent(count))
}

// What fails here is logged, as it should be.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

test('the dashboard greets with the product’s name, and shows "..." until the counts have loaded', async () => {
  const leads = Promise.withResolvers<Response>()
  fakeApi((request) =>
    isCount(request) && tableOf(request) === 'leads' && !('filters' in Object(request.body))
      ? leads.promise
      : answerAll(request),
  )
  renderAdmin(<DashboardScreen />)
  expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument()
  expect(screen.getByText('Welcome to the Giftwell admin panel')).toBeInTheDocument()
  expect(screen.getByText('Loading dashboard data...')).toBeInTheDocument()
  expect(screen.getAllByText('...')).toHaveLength(4)
  leads.resolve(countOf({ method: 'POST' }, 7))
  await expectCount('Leads', '7')
  expect(screen.queryByText('...')).not.toBeInTheDocument()
  expect(screen.queryByText('Loading dashboard data...')).not.toBeInTheDocument()
})

test('the dashboard requests exact counts without rows, in parallel', async () => {
  const { requests } = fakeApi((request) =>
    isCount(request) ? new Promise<never>(() => {}) : answerAll(request),
  )
  renderAdmin(<DashboardScreen />)
  await waitFor(() => {
    const counts = requests.filter((request) => isCount(request) && !('filters' in Object(request.body)))
    expect(counts.map(tableOf).toSorted()).toEqual(['categories', 'industry_tags', 'leads', 'products'])
    const byRows = counts.filter(({ method }) => method === 'HEAD')
    expect(byRows.map(tableOf).toSorted()).toEqual(['categories', 'industry_tags'])
    for (const { headers } of byRows) expect(headers.get('prefer')).toContain('count=exact')
  })
})

test('the count cards show formatted numbers and link to their screens', async () => {
  fakeApi(answerAll)
  renderAdmin(<DashboardScreen />)
  await expectCount('Products', '3,556')
  await expectCount('Categories', '14')
  await expectCount('Industries', '13')
  await expectCount('Leads', '1,200')
  const ways = screen.getAllByRole('link', { name: 'View all' })
  expect(ways.map((way) => way.getAttribute('href'))).toEqual([
    '/admin/products',
    '/admin/categories',
    '/admin/industries',
    '/admin/leads',
  ])
  expect(ways[0]).toHaveAccessibleDescription('Products')
})

test('a count that fails shows 0, and the others are shown', async () => {
  fakeApi((request) => (isCount(request) && tableOf(request) === 'categories' ? fault() : answerAll(request)))
  renderAdmin(<DashboardScreen />)
  await expectCount('Products', '3,556')
  await expectCount('Categories', '0')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(console.error).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'Counting categories failed' }),
  )
})

test('the dashboard shows an error when every count fails, and Retry loads them', async () => {
  let isDown = true
  fakeApi((request) => (isDown ? fault() : answerAll(request)))
  const { user } = renderAdmin(<DashboardScreen />)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Error Loading Dashboard')
  expect(alert).toHaveTextContent(
    'Unable to load dashboard statistics. Please check your connection and try again.',
  )
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await expectCount('Products', '3,556')
  expect(await screen.findByText('Test Buyer')).toBeInTheDocument()
})

test('the dashboard reads only the newest leads that it shows', async () => {
  const { requests } = fakeApi(answerAll)
  renderAdmin(<DashboardScreen />)
  expect(await screen.findByText('Test Buyer')).toBeInTheDocument()
  expect(screen.getByText('Test Company')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Test Buyer' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/admin\/leads\/./),
  )
  const { query } = requests.find((request) => request.method === 'GET' && tableOf(request) === 'leads')!
  expect(query.get('select')).toBe('id,name,company,created_at')
  expect(query.get('limit')).toBe('5')
  expect(query.get('order')).toBe('created_at.desc,id.desc')
})

test('the counts are shown although the newest leads fail to load', async () => {
  let isDown = true
  fakeApi((request) => (request.method === 'GET' && isDown ? fault() : answerAll(request)))
  const { user } = renderAdmin(<DashboardScreen />)
  await expectCount('Products', '3,556')
  expect(await screen.findByText('The latest leads could not be loaded.')).toBeInTheDocument()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Test Buyer')).toBeInTheDocument()
})

test('the dashboard opens with what waits, each number with a link to the list that has as many', async () => {
  const today = todayInIndia()
  const answers = [
    { filters: { unanswered: 'yes' }, count: 4, address: '?unanswered=yes' },
    { filters: { due_to: expect.stringMatching(/^20/) }, count: 1, address: '?due=overdue' },
    { filters: { due_from: today, due_to: today }, count: 2, address: '?due=today' },
    { filters: { state: 'open', assigned: 'none' }, count: 3, address: '?state=open&assigned=none' },
    { filters: { mail: 'failed' }, count: 0, address: '?mail=failed' },
  ]
  fakeApi((request) => {
    const asked: unknown = Object(request.body).filters
    if (request.path.endsWith('/privacy_pulse')) return { open: 5, overdue: 1 }
    if (request.path.endsWith('/quotation_totals'))
      return { change_asked: 2, declined: 1, accepted: 6, unanswered: 0, expiring: 0, won: [] }
    if (asked === undefined) return answerAll(request)
    if (request.path.endsWith('/count_orders')) return Response.json(isMatch(asked, { due: 'late' }) ? 7 : 8)
    return Response.json(answers.find(({ filters }) => isMatch(asked, filters))?.count)
  })
  renderAdmin(<DashboardScreen />)
  const list = within(screen.getByRole('list', { name: 'Waiting' }))
  await waitFor(() =>
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Unanswered 4',
      'Overdue 1',
      'Due today 2',
      'Without owner 3',
      'E-mails not sent 0',
      'Change asked 2',
      'Declined 1',
      'Accepted, not yet answered 6',
      'Late orders 7',
      'Orders due this week 8',
      'Privacy requests 5',
      'Privacy requests overdue 1',
    ]),
  )
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...answers.map(({ address }) => `/admin/leads${address}`),
    '/admin/quotations?state=change_asked&unsettled=yes',
    '/admin/quotations?state=declined&unsettled=yes',
    '/admin/quotations?state=accepted&unsettled=yes',
    '/admin/orders?due=late',
    '/admin/orders?due=week',
    '/admin/privacy',
    '/admin/privacy?state=overdue',
  ])
})

const noTrouble = {
  waiting: 0,
  waiting_since: null,
  unfetched: 0,
  failed: 0,
  failed_since: null,
  error: null,
}

/** The dashboard, whose e-mails are in that state. */
function renderWithMails(pulse: object) {
  fakeApi((request) => (request.path.endsWith('/mail_pulse') ? pulse : answerAll(request)))
  return renderAdmin(<DashboardScreen />)
}

test('e-mails that no server fetches are told with their number, since when, and what to do', async () => {
  const since = new Date(2026, 10, 27, 10, 12)
  renderWithMails({ ...noTrouble, waiting: 1200, waiting_since: since.toISOString(), unfetched: 1200 })
  const section = await screen.findByRole('region', { name: 'E-mails are not being sent' })
  const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(since)
  expect(section).toHaveTextContent(`1,200 e-mails wait to be sent, the oldest since ${time}.`)
  expect(section).toHaveTextContent('No server fetches them')
  expect(section).toHaveTextContent('the function send-mail is not deployed')
  expect(section).not.toHaveTextContent('In the last 7 days')
  expect(within(section).getByRole('link')).toHaveAttribute('href', '/admin/leads?mail=failed')
})

test('e-mails that the mail server refuses are told with its last error', async () => {
  renderWithMails({
    waiting: 2,
    waiting_since: '2026-11-27T10:12:00Z',
    unfetched: 0,
    failed: 1,
    failed_since: '2026-11-26T10:12:00Z',
    error: 'EAUTH 535',
  })
  const section = await screen.findByRole('region', { name: 'E-mails are not being sent' })
  expect(section).toHaveTextContent('The mail server does not accept them.')
  expect(section).toHaveTextContent('In the last 7 days 1 e-mail could not be sent')
  expect(section).toHaveTextContent('The last error was EAUTH 535.')
  expect(section).not.toHaveTextContent('send-mail')
})

test('while e-mails are sent, the dashboard says nothing of them', async () => {
  renderWithMails(noTrouble)
  await expectCount('Products', '3,556')
  expect(screen.queryByRole('region', { name: 'E-mails are not being sent' })).not.toBeInTheDocument()
})

/** Whether these are exactly the filters. */
function isMatch(asked: unknown, filters: object): boolean {
  try {
    expect(asked).toEqual(filters)
    return true
  } catch {
    return false
  }
}

test('a count of what waits that fails says so, and the others are shown', async () => {
  fakeApi((request) => {
    const asked = Object(request.body).filters
    return Object(asked).mail === 'failed' ? fault() : answerAll(request)
  })
  renderAdmin(<DashboardScreen />)
  expect(await screen.findByRole('link', { name: 'E-mails not sent could not be counted' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Unanswered 0' })).toBeVisible()
})

test('figures without any number are a sentence', async () => {
  const figures = {
    waiting: [0, 0, 0, 0, 0],
    median_minutes: null,
    months: [{ month: '2026-11', won: 0, lost: 0 }],
    products: [],
    industries: [],
  }
  fakeApi((request) => (request.path.endsWith('/lead_figures') ? figures : answerAll(request)))
  renderAdmin(<DashboardScreen />)
  expect(await screen.findByText('No lead was won or lost in the last six months.')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('the figures of leads say how many wait for more than a day, in tables', async () => {
  const figures = {
    waiting: [1, 0, 2, 3, 1],
    median_minutes: 150,
    months: [
      { month: '2026-10', won: 2, lost: 1 },
      { month: '2026-11', won: 0, lost: 0 },
    ],
    products: [{ name: 'Copper bottle', leads: 7 }],
    industries: [{ name: 'Pharma', leads: 4 }],
  }
  fakeApi((request) => (request.path.endsWith('/lead_figures') ? figures : answerAll(request)))
  renderAdmin(<DashboardScreen />)
  expect(
    await screen.findByText(
      '4 leads have waited for more than 24 hours. Half of the answers of the last 30 days came within 2.5 hours.',
    ),
  ).toBeVisible()
  const cellsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
  expect(cellsOf('Unanswered leads by age')).toEqual([
    'AgeLeads',
    'Under 8 hours1',
    '8 to 16 hours0',
    '16 to 24 hours2',
    '24 to 48 hours3',
    'Over 48 hours1',
  ])
  expect(cellsOf('Leads won and lost by month')[0]).toBe('MonthWonLost')
  expect(cellsOf('Leads won and lost by month')[1]).toMatch(/2026?21$/)
  expect(cellsOf('Top products')).toEqual(['ProductLeads', 'Copper bottle7'])
  expect(cellsOf('Top industries')).toEqual(['IndustryLeads', 'Pharma4'])
})

test('the catalogue’s health says what is to be mended, each number with a link to its list', async () => {
  const health = {
    products: [
      { filter: 'health', value: 'draft', products: 1200 },
      { filter: 'category', value: 'none', products: 1 },
      { filter: 'theme', value: 'none', products: 0 },
      { filter: 'health', value: 'old_gst_rate', products: 7 },
    ],
    unused: [{ table: 'themes', name: 'Onam & Pongal' }],
    missed: [],
  }
  fakeApi((request) => (request.path.endsWith('/catalogue_health') ? health : answerAll(request)))
  renderAdmin(<DashboardScreen />)
  const card = within(await screen.findByRole('region', { name: 'Catalogue health' }))
  expect(card.getByRole('link', { name: 'Drafts 1,200' })).toHaveAttribute(
    'href',
    '/admin/products?health=draft',
  )
  expect(card.getByRole('link', { name: 'No category 1' })).toHaveAttribute(
    'href',
    '/admin/products?category=none',
  )
  expect(card.queryByText('No theme')).toBeNull()
  expect(card.getByRole('link', { name: 'GST rate older than a year 7' })).toHaveAttribute(
    'href',
    '/admin/products?health=old_gst_rate',
  )
  expect(card.getByRole('link', { name: 'Onam & Pongal' })).toHaveAttribute(
    'href',
    '/admin/themes?search=Onam%20%26%20Pongal',
  )
})

test('filter values without products lead to the screen of their kind, whichever managed kind it is', async () => {
  const unused = entities.map(({ table }) => ({ table, name: `A value of ${table}` }))
  fakeApi((request) =>
    request.path.endsWith('/catalogue_health') ? { products: [], unused, missed: [] } : answerAll(request),
  )
  renderAdmin(<DashboardScreen />)
  const list = within(await screen.findByRole('list', { name: 'Filter values without products' }))
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href')?.split('?')[0])).toEqual(
    entities.map(
      ({ table }) => backOfficeScreens.find((one) => one.table === table)?.path ?? '/admin/products',
    ),
  )
})

test('a kind of filter value that a newer server has is named by its table, and the rest is shown', async () => {
  const health = {
    products: [{ filter: 'health', value: 'draft', products: 3 }],
    unused: [
      { table: 'materials', name: 'Bamboo' },
      { table: 'branding_methods', name: 'Foil' },
    ],
    missed: [],
  }
  fakeApi((request) => (request.path.endsWith('/catalogue_health') ? health : answerAll(request)))
  renderAdmin(<DashboardScreen />)
  const card = within(await screen.findByRole('region', { name: 'Catalogue health' }))
  expect(card.getByText('Bamboo (materials)')).toBeVisible()
  expect(card.getByRole('link', { name: 'Foil' })).toHaveAttribute(
    'href',
    '/admin/branding-methods?search=Foil',
  )
  expect(card.getByRole('link', { name: 'Drafts 3' })).toBeVisible()
})

test('a catalogue without anything to fix says so', async () => {
  fakeApi((request) =>
    request.path.endsWith('/catalogue_health')
      ? { products: [], unused: [], missed: [] }
      : answerAll(request),
  )
  renderAdmin(<DashboardScreen />)
  expect(await screen.findByText('Nothing to fix.')).toBeVisible()
})

test('searches without a result lead to the products, and are dismissed', async () => {
  let missed = [
    { words: 'drone', searches: 12, searched_at: '2026-11-20T10:00:00+00:00' },
    { words: 'yoga mat', searches: 1, searched_at: '2026-11-21T10:00:00+00:00' },
  ]
  const { requests } = fakeApi((request) => {
    if (request.path.endsWith('/missed_searches')) missed = missed.slice(1)
    return request.path.endsWith('/catalogue_health')
      ? { products: [], unused: [], missed }
      : answerAll(request)
  })
  const { user } = renderAdmin(<DashboardScreen />)
  const list = within(await screen.findByRole('list', { name: 'Searches without a result' }))
  expect(list.getByText(/^12 times, last on/)).toBeVisible()
  expect(list.getByText(/^once, last on/)).toBeVisible()
  expect(list.getByRole('link', { name: 'Search products for yoga mat' })).toHaveAttribute(
    'href',
    '/admin/products?search=yoga%20mat',
  )
  await user.click(list.getByRole('button', { name: 'Dismiss drone' }))
  await waitFor(() => expect(list.queryByText('drone')).toBeNull())
  const deletion = requests.find(({ method }) => method === 'DELETE')
  expect(deletion?.query.get('words')).toBe('eq.drone')
})
