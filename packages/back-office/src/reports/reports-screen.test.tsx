import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { type ApiRequest, apiError, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { ReportsScreen } from './reports-screen.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

const stages = { seen: 400, added: 100, asked: 20, quoted: 5, accepted: 2, declined: 1 }
const bottle = { id: '00000000-0000-4000-8000-000000000001', name: 'Copper bottle', ...stages }
const times = { answered: 3, median_minutes: 90, p90_minutes: 1500 }
const person = '00000000-0000-4000-8000-000000000009'
const category = '00000000-0000-4000-8000-000000000002'

const figures: Readonly<Record<string, unknown>> = {
  funnel: { searched: 900, ...stages },
  groups: [{ ...bottle, id: category, name: 'Bottles' }],
  searches: {
    searched: 12,
    not_found: 3,
    chosen: 4,
    words: [{ words: 'kaju', searched: 12, not_found: 3, chosen: 4 }],
  },
  products: {
    seen_never_asked: 7,
    asked_never_quoted: 8,
    quoted_declined: 9,
    products: [{ ...bottle, reasons: { price: 2, other: 1 } }],
  },
  answers: {
    all: { leads: 5, ...times },
    people: [
      { id: person, email: 'asha@example.com', leads: 4, ...times },
      { id: null, email: null, leads: 1, answered: 0, median_minutes: null, p90_minutes: null },
    ],
    weekdays: [{ weekday: 2, leads: 5, ...times }],
    unanswered_quotations: 6,
  },
  reasons: {
    declined: [{ reason: 'price', quotations: 1 }],
    lost: [
      { reason: 'price', leads: 2 },
      { reason: 'none', leads: 1 },
    ],
  },
  seasons: {
    years: [
      {
        year: 2025,
        date: '2025-10-20',
        weeks: [{ week: -1, since: '2025-10-13', until: '2025-10-19', asked: 11, seen: 0 }],
      },
      {
        year: 2026,
        date: '2026-11-08',
        weeks: [
          { week: -2, since: '2026-10-25', until: '2026-10-31', asked: 13, seen: 30 },
          { week: -1, since: '2026-11-01', until: '2026-11-07', asked: 17, seen: 40 },
        ],
      },
    ],
  },
  won: Array.from({ length: 24 }, (_, index) => ({
    month: `${2024 + Math.floor((index + 11) / 12)}-${String(((index + 11) % 12) + 1).padStart(2, '0')}`,
    quotations: index % 3,
    paise: (index % 3) * 10_000_000,
    margin_paise: index % 3 === 0 ? null : 250_050,
  })),
  open: {
    accepted: 3,
    declined: 6,
    expired: 1,
    days: 12,
    since: '2025-11-30',
    states: [{ state: 'change_asked', quotations: 2, paise: 590_000 }],
    months: [{ month: '2026-12', quotations: 2, paise: 590_000, likely_paise: 177_000 }],
  },
  money: [
    {
      id: person,
      name: 'asha@example.com',
      quoted: 7,
      quoted_paise: 900_000,
      quoted_quantity: 70,
      won: 2,
      won_paise: 400_000,
      won_quantity: 20,
      margin_paise: 100_000,
    },
    {
      id: null,
      name: null,
      quoted: 0,
      quoted_paise: 0,
      quoted_quantity: null,
      won: 1,
      won_paise: 50_000,
      won_quantity: null,
      margin_paise: null,
    },
  ],
  sources: [
    {
      source: 'linkedin',
      campaign: null,
      leads: 9,
      quoted: 4,
      quoted_paise: 80_000,
      won: 1,
      won_paise: 50_000,
    },
    { source: 'linkedin', campaign: 'diwali26', leads: 5, quoted: 0, quoted_paise: 0, won: 0, won_paise: 0 },
    { source: null, campaign: null, leads: 3, quoted: 0, quoted_paise: 0, won: 0, won_paise: 0 },
  ],
  times: {
    quoted: { quotations: 4, days: 2.5 },
    accepted: { quotations: 2, days: 9 },
    declined: { quotations: 0, days: null },
  },
  visits: [{ day: '2026-11-01', until: '2026-11-07', searched: 3, seen: 40, added: 5 }],
}

type Tab = 'sales' | 'demand' | 'website'

function show(tab: Tab, { answer = {} }: { readonly answer?: typeof figures } = {}) {
  const { requests } = fakeApi(({ path: asked, body }) => {
    if (asked !== '/rest/v1/rpc/figures') return []
    const { kind } = body as { kind: string }
    return kind in answer ? answer[kind] : figures[kind]
  })
  const of = (kind: string) => requests.filter(({ body }) => Object(body).kind === kind)
  const path = `/admin/figures/${tab}?from=2026-11-01&to=2026-11-28`
  return { of, ...renderAdmin(<ReportsScreen />, { path }) }
}

/** Shows the table of a plot. */
async function showTable(user: UserEvent, name: string) {
  const plot = within(await screen.findByRole('figure', { name }))
  await user.click(plot.getByRole('button', { name: 'Show as a table' }))
}

/** The cells of a table's rows. */
async function rowsOf(name: string) {
  const table = within(await screen.findByRole('table', { name }))
  return table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
}

async function addressOf(name: string, region?: string) {
  const scope = region === undefined ? screen : within(await screen.findByRole('region', { name: region }))
  return (await scope.findByRole('link', { name })).getAttribute('href')
}

test('each figure of leads and quotations opens the list of exactly these', async () => {
  const { user } = show('demand')
  const asked = 'asked=2026-11-01_2026-11-28'
  await showTable(user, 'From seen to accepted')
  await showTable(user, 'Leads in the weeks of Diwali')
  expect(await addressOf('20 number: Asked')).toBe(`/admin/leads?${asked}`)
  expect(await addressOf('5 number: Quoted')).toBe('/admin/quotations?from=2026-11-01&to=2026-11-28&sent=yes')
  expect(await addressOf('2 number: Accepted')).toBe(
    '/admin/quotations?from=2026-11-01&to=2026-11-28&state=accepted',
  )
  expect(await addressOf('17 leads 2026: 1 week before')).toBe('/admin/leads?asked=2026-11-01_2026-11-07')
})

test('each figure of answers and reasons opens the list of exactly these', async () => {
  show('sales')
  const asked = 'asked=2026-11-01_2026-11-28'
  expect(await addressOf('Quotations unanswered for three days 6')).toBe('/admin/quotations?unanswered=yes')
  expect(await addressOf('4 leads: asha@example.com')).toBe(`/admin/leads?assigned=${person}&${asked}`)
  expect(await addressOf('1 leads: No one')).toBe(`/admin/leads?assigned=none&${asked}`)
  expect(await addressOf('3 answered: Tuesday')).toBe(`/admin/leads?${asked}&weekday=2&answered=yes`)
  expect(await addressOf('2 leads: Price')).toBe(`/admin/leads?state=lost&${asked}&reason=price`)
  expect(await addressOf('1 leads: No reason given')).toBe(`/admin/leads?state=lost&${asked}&reason=none`)
  expect(await addressOf('1 quotations: Price')).toBe(
    '/admin/quotations?from=2026-11-01&to=2026-11-28&state=declined&reason=price',
  )
  expect(await addressOf('3 answered: asha@example.com')).toBe(`/admin/leads?${asked}&answered_by=${person}`)
})

test('figures of groups and products open the leads and quotations of exactly these, in their days', async () => {
  show('demand')
  const days = 'from=2026-11-01&to=2026-11-28'
  expect(await addressOf('20 asked: Bottles')).toBe(
    `/admin/leads?asked=2026-11-01_2026-11-28&about=category%3A${category}`,
  )
  expect(await addressOf('5 quoted: Bottles')).toBe(
    `/admin/quotations?${days}&sent=yes&about=category%3A${category}`,
  )
  expect(await addressOf('2 accepted: Bottles')).toBe(
    `/admin/quotations?${days}&state=accepted&about=category%3A${category}`,
  )
  expect(await addressOf('1 declined: Bottles')).toBe(
    `/admin/quotations?${days}&state=declined&about=category%3A${category}`,
  )
  expect(await addressOf('20 asked: Copper bottle', 'Products')).toBe(
    `/admin/leads?about=product%3A${bottle.id}`,
  )
  expect(await addressOf('1 declined: Copper bottle', 'Quoted and declined')).toBe(
    `/admin/quotations?state=declined&about=product%3A${bottle.id}`,
  )
})

test('visits are no links: the name beside them opens the product, the group or the search', async () => {
  show('demand')
  expect(await addressOf('Seen 100 times, never asked 7 products')).toBe(
    '/admin/products?seen_never_asked=yes',
  )
  expect(await addressOf('Asked, never quoted 8 products')).toBe('/admin/products?asked_never_quoted=yes')
  expect(await addressOf('Quoted and declined 9 products')).toBe('/admin/products?quoted_declined=yes')
  expect(await addressOf('Copper bottle', 'Products')).toBe(`/admin/products?product=${bottle.id}`)
  expect(await addressOf('Bottles', 'Categories')).toBe(`/admin/products?category=${category}`)
  expect(await addressOf('kaju', 'Searched')).toBe('/admin/products?search=kaju')
  expect(screen.queryByRole('link', { name: /^\d+ (?:seen|added|searched|chosen|not found)/ })).toBeNull()
  expect(await rowsOf('Most declined')).toEqual([
    ['Name', 'Declined', 'Reasons'],
    ['Copper bottle', '1', 'Price 2, Other 1'],
  ])
})

test('the funnel has each stage once, with how many were lost on the way', async () => {
  const { user } = show('demand')
  await showTable(user, 'From seen to accepted')
  expect(await rowsOf('From seen to accepted')).toEqual([
    ['Stage', 'Number', 'Drop-off'],
    ['Seen', '400', '–'],
    ['Added', '100', '−75 %'],
    ['Asked', '20', '−80 %'],
    ['Quoted', '5', '−75 %'],
    ['Accepted', '2', '−60 %'],
    ['Declined', '1', '–'],
  ])
})

test('times read as people say them, and a person without an answer has a dash', async () => {
  show('sales')
  expect((await rowsOf('Answer times by person')).slice(1)).toEqual([
    ['All', '5', '3', '90 min', '25 h'],
    ['asha@example.com', '4', '3', '90 min', '25 h'],
    ['No one', '1', '0', '–', '–'],
  ])
})

test('a season puts this year beside the last one, week by week of the festival', async () => {
  const { user, of } = show('demand')
  expect(await screen.findByText('Diwali 2025: 20 Oct 2025. Diwali 2026: 8 Nov 2026')).toBeVisible()
  await showTable(user, 'Leads in the weeks of Diwali')
  expect(await rowsOf('Weeks of Diwali')).toEqual([
    ['Week', 'Leads 2025', 'Leads 2026', 'Seen 2025', 'Seen 2026'],
    ['2 weeks before', '–', '13', '–', '30'],
    ['1 week before', '11', '17', '0', '40'],
  ])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Festival' }), 'Holi')
  await waitFor(() =>
    expect(of('seasons').at(-1)?.body).toEqual({ kind: 'seasons', options: { festival: 'holi' } }),
  )
})

test.each<[Tab, readonly string[]]>([
  ['sales', ['won', 'money', 'sources', 'times', 'answers', 'reasons']],
  ['demand', ['funnel', 'groups', 'searches']],
  ['website', ['visits']],
])('the days of %s are those of the period, and another period is in the address', async (tab, kinds) => {
  const { user, of } = show(tab)
  const days = (requests: readonly ApiRequest[]) =>
    requests.map(({ body }) => [Object(body).since, Object(body).until]).at(-1)
  for (const kind of kinds) {
    await waitFor(() => expect(days(of(kind)), kind).toEqual(['2026-11-01', '2026-11-28']))
  }
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'This year')
  await waitFor(() => expect(String(days(of(kinds[0] ?? '')))).toMatch(/^\d{4}-01-01,/))
  expect(screen.getByLabelText('From')).toHaveValue(`${todayInIndia().slice(0, 4)}-01-01`)
})

test('each figure of money opens the list of exactly these', async () => {
  const { user } = show('sales')
  const days = 'from=2026-11-01&to=2026-11-28'
  for (const plot of [
    'Won by month',
    'Open quotations by likely month',
    'Quoted and won by salesperson',
    'Where leads come from',
  ])
    await showTable(user, plot)
  expect(await addressOf('₹1,00,000 won: October 2026')).toBe('/admin/quotations?won=2026-10')
  expect(await addressOf('₹2,00,000 won a year before: November 2026')).toBe('/admin/quotations?won=2025-11')
  expect(await addressOf('2 quotations: December 2026')).toBe('/admin/quotations?likely=2026-12')
  expect(await addressOf('2 quotations: Change asked')).toBe('/admin/quotations?state=change_asked')
  expect(await addressOf('Declined 6')).toBe('/admin/quotations?from=2025-11-30&state=declined')
  expect(await addressOf('7 quoted: asha@example.com')).toBe(
    `/admin/quotations?${days}&owner=${person}&sent=yes`,
  )
  expect(await addressOf('₹4,000 won value: asha@example.com')).toBe(
    `/admin/quotations?owner=${person}&won=2026-11-01_2026-11-28`,
  )
  expect(await addressOf('1 won: A former colleague')).toBe(
    '/admin/quotations?owner=none&won=2026-11-01_2026-11-28',
  )
  expect(await addressOf('5 leads: linkedin: diwali26')).toBe(
    '/admin/leads?asked=2026-11-01_2026-11-28&source=linkedin&campaign=diwali26',
  )
  expect(await addressOf('3 leads: Not known')).toBe('/admin/leads?asked=2026-11-01_2026-11-28&source=none')
  expect(await addressOf('2 quotations: Quotation to acceptance')).toBe(
    `/admin/quotations?${days}&state=accepted`,
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Money by' }), 'Product')
  await showTable(user, 'Quoted and won by product')
  expect(await addressOf('1 won: Charges and other lines')).toBe(
    '/admin/quotations?won=2026-11-01_2026-11-28&lines=product%3Anone',
  )
})

test('a plot has a name, its unit and days, and what is drawn is a table by one press and back', async () => {
  const { user } = show('sales')
  const plot = within(await screen.findByRole('figure', { name: 'Won by month' }))
  expect(plot.getByText('₹ with GST, December 2025 to November 2026')).toBeVisible()
  expect(plot.queryByRole('table')).toBeNull()
  await showTable(user, 'Won by month')
  expect((await rowsOf('Won by month')).slice(0, 3)).toEqual([
    [
      'Month',
      'Quotations',
      'Won',
      'Margin',
      'Quotations a year before',
      'Won a year before',
      'Margin a year before',
    ],
    ['December 2025', '0', '₹0', '–', '0', '₹0', '–'],
    ['January 2026', '1', '₹1,00,000', '₹2,501', '1', '₹1,00,000', '₹2,501'],
  ])
  await user.click(plot.getByRole('button', { name: 'Show as a plot' }))
  expect(plot.queryByRole('table')).toBeNull()
})

test('the months of a plot are read by the arrow keys, and its axis holds all values and zero', async () => {
  const { user } = show('sales')
  const months = await screen.findByRole('slider', { name: 'Won by month' })
  expect(within(months).queryByText('Nov 26')).toBeNull()
  months.focus()
  expect(months).toHaveAttribute('aria-valuetext', 'Nov 26: A year before ₹2 L, Won ₹2 L, Margin ₹2.5 K')
  expect(await within(months).findByText('Nov 26')).toBeVisible()
  await user.keyboard('{ArrowLeft}')
  expect(months).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Oct 26: .* Won ₹1 L, /))
  await user.keyboard('{Home}{ArrowLeft}')
  expect(months).toHaveAttribute('aria-valuenow', '0')
  await user.tab()
  expect(within(months).queryByText('Dec 25')).toBeNull()
  const plot = within(await screen.findByRole('figure', { name: 'Won by month' }))
  for (const tick of ['₹0', '₹50 K', '₹1 L', '₹2 L']) expect(plot.getByText(tick)).toBeVisible()
})

test('Escape ends the reading of a plot, and a part of a long period is read by its first and last day', async () => {
  const { user } = show('website')
  const visits = await screen.findByRole('slider', { name: 'Searches and views' })
  expect(visits).toHaveAttribute('aria-valuetext', '1 Nov 2026 to 7 Nov 2026: Seen 40, Searched 3, Added 5')
  await user.tab()
  visits.focus()
  await within(visits).findByText('1 Nov 2026 to 7 Nov 2026')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(within(visits).queryByText('1 Nov 2026 to 7 Nov 2026')).toBeNull())
})

test('a bar says its value at its end', async () => {
  show('sales')
  const plot = await screen.findByRole('figure', { name: 'Where leads come from' })
  expect(within(plot).getAllByRole('listitem').at(0)).toHaveTextContent('linkedin:Leads 9Won 1')
})

test('each tab has an address, and says once how its figures are counted', async () => {
  const { user } = show('sales')
  const sales = await screen.findByRole('tab', { name: 'Sales' })
  expect(sales).toHaveAttribute('aria-selected', 'true')
  await user.click(screen.getByRole('tab', { name: 'Website' }))
  expect(await screen.findByRole('figure', { name: 'Searches and views' })).toBeVisible()
  expect(screen.queryByRole('figure', { name: 'Won by month' })).toBeNull()
  const counted = screen.getByText('How this is counted')
  expect(screen.getByText(/^Days are in Indian time/)).not.toBeVisible()
  await user.click(counted)
  expect(screen.getByText(/^Days are in Indian time/)).toBeVisible()
})

test('days that are backwards are refused at their field, and nothing is counted', async () => {
  const { requests } = fakeApi(() => null)
  renderAdmin(<ReportsScreen />, { path: '/admin/figures/demand?from=2026-11-28&to=2026-11-01' })
  expect(await screen.findByLabelText('From')).toHaveAccessibleDescription('From is after To')
  expect(screen.getByText(/^From must not be after To\./)).toBeVisible()
  expect(requests.filter(({ path }) => path.endsWith('/figures'))).toEqual([])
})

test('the groups are those that are chosen', async () => {
  const { user, of } = show('demand')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Group by' }), 'Budget bands')
  expect(await addressOf('Bottles', 'Budget bands')).toBe(`/admin/products?budget=${category}`)
  expect(of('groups').at(-1)?.body).toMatchObject({ options: { group: 'band' } })
})

test('words that found nothing begin a line of equal words', async () => {
  show('demand')
  const link = await screen.findByRole('link', { name: 'Add a word: kaju' })
  expect(link).toHaveAttribute('href', '/admin/search-words?add=1')
})

test('each table is exported as it is shown, without the words around its numbers', async () => {
  const { user, platform } = show('sales')
  const region = within(await screen.findByRole('region', { name: 'Answer times' }))
  await region.findByRole('table', { name: 'Answer times by weekday' })
  await user.click(region.getByRole('button', { name: 'Export Answer times by weekday' }))
  await user.click(await region.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(platform.saved).toHaveLength(1))
  const [file] = platform.saved
  expect(file?.name).toMatch(/^giftwell-answer-times-by-weekday-/)
  expect(await file?.content.text()).toBe(
    'Received on,Leads,Answered,Median,90th percentile\r\nTuesday,5,3,90,1500\r\n',
  )
})

test('a report that fails says so and is tried again, while the others are shown', async () => {
  const answer: Record<string, unknown> = { funnel: apiError('57014', 'The statement took too long', 500) }
  const { user } = show('demand', { answer })
  const failure = await screen.findByRole('alert')
  expect(failure).toHaveTextContent('Error loading funnel: ')
  expect(await screen.findByRole('table', { name: 'Categories' })).toBeVisible()
  delete answer['funnel']
  await user.click(within(failure).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('figure', { name: 'From seen to accepted' })).toBeVisible()
})

test('what was not found is not said to be nothing while it could not be read', async () => {
  fakeApi(({ path, body }) => {
    const { kind, options } = Object(body)
    if (path !== '/rest/v1/rpc/figures') return []
    return options?.list === 'not_found'
      ? apiError('57014', 'The statement took too long', 500)
      : figures[kind]
  })
  renderAdmin(<ReportsScreen />, { path: '/admin/figures/demand' })
  const searches = within(await screen.findByRole('region', { name: 'Searches' }))
  expect(await searches.findByRole('alert')).toHaveTextContent('Error loading searches without a result: ')
  expect(searches.queryByText('Every search in this period had a result.')).toBeNull()
  expect(searches.getByRole('table', { name: 'Searched' })).toBeVisible()
})

test('what was never counted is a sentence, and has nothing to export', async () => {
  const none = { seen_never_asked: 0, asked_never_quoted: 0, quoted_declined: 0, products: [] }
  show('demand', {
    answer: { searches: { searched: 0, not_found: 0, chosen: 0, words: [] }, products: none },
  })
  const searches = within(await screen.findByRole('region', { name: 'Searches' }))
  expect(await searches.findByText('There were no searches in this period.')).toBeVisible()
  expect(searches.getByText('Every search in this period had a result.')).toBeVisible()
  expect(searches.queryByRole('button', { name: /^Export/ })).toBeNull()
  expect(screen.getByText('No product has been viewed yet.')).toBeVisible()
})

test('where nothing was sold or seen a sentence says so in place of a plot', async () => {
  show('website', { answer: { visits: [] } })
  expect(await screen.findByText('Nothing was counted in this period.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show as a table' })).toBeNull()
})
