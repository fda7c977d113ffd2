import { screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'

import { fakeApi, apiError } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import {
  BrandingMethodsScreen,
  CategoriesScreen,
  DoctorTypesScreen,
  IndustriesScreen,
  SubcategoriesScreen,
  ThemesScreen,
} from '../taxonomy/taxonomy-screens.tsx'
import { CampaignLinksScreen } from '../marketing/campaign-links-screen.tsx'
import { beginningWith, SearchWordsScreen } from '../settings/search-words-screen.tsx'
import { ClientLogosScreen, StatsScreen } from '../marketing/marketing-screens.tsx'

const day = '2026-11-20T10:00:00.5+00:00'
const saved = { id: 'id-1', created_at: day, version: 1 }

interface ScreenCase {
  readonly Screen: ComponentType
  readonly table: string
  readonly title: string
  readonly one: string
  readonly order: string
  readonly headers: readonly string[]
  readonly row: object
  /** The input of each field, and the request then. */
  readonly typed: Readonly<Record<string, string>>
  readonly sent: object
  readonly placeholders?: readonly string[]
  readonly uploads?: readonly string[]
}

const newestFirst = 'created_at.desc.nullslast,id.asc'
const described = {
  headers: ['Name', 'Description', 'Created'],
  row: { name: 'Some', description: null },
  typed: { Name: ' New ', Description: ' Words ' },
  sent: { name: 'New', description: 'Words' },
}
const named = {
  headers: ['Name', 'Created'],
  row: { name: 'Some' },
  typed: { Name: ' New ' },
  sent: { name: 'New' },
}

const cases: readonly ScreenCase[] = [
  {
    Screen: CategoriesScreen,
    table: 'categories',
    title: 'Categories',
    one: 'Category',
    order: newestFirst,
    ...described,
    placeholders: ['Optional description'],
  },
  { Screen: ThemesScreen, table: 'themes', title: 'Themes', one: 'Theme', order: newestFirst, ...described },
  {
    Screen: IndustriesScreen,
    table: 'industry_tags',
    title: 'Industry Tags',
    one: 'Industry Tag',
    order: newestFirst,
    headers: named.headers,
    row: { name: 'Some', has_doctor_types: false },
    typed: { Name: ' New ', 'Has doctor types': '' },
    sent: { name: 'New', has_doctor_types: false },
  },
  {
    Screen: DoctorTypesScreen,
    table: 'doctor_type_tags',
    title: 'Doctor Type Tags',
    one: 'Doctor Type Tag',
    order: newestFirst,
    ...named,
  },
  {
    Screen: StatsScreen,
    table: 'stats_blocks',
    title: 'Stats Blocks',
    one: 'Stat Block',
    order: 'order_index.asc.nullslast,id.asc',
    headers: ['Order', 'Title', 'Value', 'Description', 'Created'],
    row: { title: 'Some', value: '95%', description: null, order_index: null },
    typed: { Title: 'New', Value: '10,000+', Description: '', 'Display Order': ' 12 ' },
    sent: { title: 'New', value: '10,000+', description: null, order_index: 12 },
    placeholders: ['e.g., 10,000+ or 95%', '1, 2, 3... (optional)'],
  },
  {
    Screen: ClientLogosScreen,
    table: 'client_logos',
    title: 'Client Logos',
    one: 'Client Logo',
    order: newestFirst,
    headers: ['Logo', 'Client Name', 'Logo URL', 'Created'],
    row: { name: 'Some', logo_url: 'https://example.com/some.png' },
    typed: { 'Client Name': 'New', 'Logo URL': ' https://example.com/new.png ' },
    sent: { name: 'New', logo_url: 'https://example.com/new.png' },
    placeholders: ['https://example.com/logo.png'],
    uploads: ['Or upload a logo'],
  },
  {
    Screen: SearchWordsScreen,
    table: 'search_words',
    title: 'Search Words',
    one: 'Search Word',
    order: 'words.asc.nullslast,id.asc',
    headers: ['Words', 'Created'],
    row: { words: 'kaju, cashew' },
    typed: { Words: ' lal, red ' },
    sent: { words: 'lal, red' },
    placeholders: ['kaju, cashew'],
  },
  {
    Screen: BrandingMethodsScreen,
    table: 'branding_methods',
    title: 'Branding Methods',
    one: 'Branding Method',
    order: newestFirst,
    ...named,
  },
  {
    Screen: CampaignLinksScreen,
    table: 'campaign_links',
    title: 'Campaign Links',
    one: 'Campaign Link',
    order: newestFirst,
    headers: ['Campaign', 'Short link', 'Page', 'Source', 'Leads', 'Created'],
    row: { name: 'Fair 2026', word: 'fair', path: '/', source: 'card', medium: null },
    typed: {
      Campaign: ' Diwali 2026 ',
      'Short word': ' Diwali-26 ',
      Page: ' /catalogue ',
      Source: ' Flyer ',
      Medium: ' Print ',
    },
    sent: { name: 'Diwali 2026', word: 'diwali-26', path: '/catalogue', source: 'flyer', medium: 'print' },
    placeholders: ['Diwali 2026', 'diwali-26', '/catalogue?theme=Diwali', 'flyer', 'print'],
  },
]

type Path = NonNullable<Parameters<typeof renderAdmin>[1]>['path']

/** A screen on a server that holds one record in its table, and three categories. */
function show(Screen: ComponentType, table: string, row: object, path?: Path) {
  const { requests } = fakeApi(({ method, path, query }) => {
    // The response to a creation is one row.
    if (method === 'POST') return { ...saved, ...row }
    if (method !== 'GET') return [{ ...saved, ...row }]
    if (path === '/rest/v1/categories' && query.get('select') === 'id,name') {
      return ['Bags', 'Desk', 'Eco'].map((name) => ({ id: `id of ${name}`, name }))
    }
    return path === `/rest/v1/${table}` ? [{ ...saved, ...row }] : undefined
  })
  return { requests, ...renderAdmin(<Screen />, path === undefined ? {} : { path }) }
}

async function add(user: ReturnType<typeof renderAdmin>['user'], one: string) {
  await user.click(screen.getByRole('button', { name: `Add ${one}` }))
  return screen.findByRole('dialog', { name: `Add New ${one}` })
}

test.each(cases)('$title: the list, the form and what is sent follow product.md', async (screenCase) => {
  const {
    Screen,
    table,
    title,
    one,
    order,
    headers,
    row,
    typed,
    sent,
    placeholders = [],
    uploads = [],
  } = screenCase
  const { user, requests } = show(Screen, table, row)
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(await screen.findByRole('heading', { name: `All ${title} (1)` })).toBeVisible()
  const shownHeaders = screen.getAllByRole('columnheader').map((header) => header.textContent)
  expect(shownHeaders).toEqual([...headers, 'Actions'])
  expect(requests.find(({ path }) => path === `/rest/v1/${table}`)?.query.get('order')).toBe(order)

  const dialog = await add(user, one)
  for (const placeholder of placeholders)
    expect(within(dialog).getByPlaceholderText(placeholder)).toBeVisible()
  const labels = [...dialog.querySelectorAll('form label')].map((label) =>
    label.textContent?.replace(' *', ''),
  )
  expect(labels).toEqual([...Object.keys(typed), ...uploads])
  for (const [label, text] of Object.entries(typed)) {
    if (text !== '') await user.type(within(dialog).getByLabelText(new RegExp(`^${label}`)), text)
  }
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  const successes = `${one.charAt(0)}${one.slice(1).toLowerCase()} created successfully`
  expect(await screen.findByText(successes)).toBeVisible()
  const posted = requests.filter(({ method, path }) => method === 'POST' && path === `/rest/v1/${table}`)
  expect(posted).toHaveLength(1)
  expect(posted[0]).toMatchObject({ body: sent })
  expect(Object.keys(Object(posted[0]?.body))).toEqual(Object.keys(sent))
})

test.each(cases)('$title: a value that a constraint refuses shows an error at its field', async (each) => {
  const { Screen, table, one, row, typed, sent } = each
  const [column = ''] = Object.keys(sent)
  fakeApi(({ method }) =>
    method === 'GET'
      ? [{ ...saved, ...row }]
      : apiError('23505', `duplicate key value violates unique constraint "${table}_${column}_unique"`, 409),
  )
  const { user } = renderAdmin(<Screen />)
  await screen.findByRole('table')
  const dialog = await add(user, one)
  for (const [label, text] of Object.entries(typed)) {
    if (text !== '') await user.type(within(dialog).getByLabelText(new RegExp(`^${label}`)), text)
  }
  await user.tab()
  await user.click(within(dialog).getByRole('button', { name: 'Create' }))
  const [label = ''] = Object.keys(typed)
  await waitFor(() =>
    expect(within(dialog).getByLabelText(new RegExp(`^${label}`))).toHaveAccessibleDescription(
      `There is another ${one.toLowerCase()} with this ${label.toLowerCase()}`,
    ),
  )
})

test('stat blocks are sorted by value as numbers, with and without separators', async () => {
  const values = ['10,000+', '95%', '500+', '3,000+', '1']
  fakeApi(() =>
    values.map((value, at) => ({ ...saved, ...cases[4]?.row, id: `id${at}`, label: 'Some', value })),
  )
  renderAdmin(<StatsScreen />, { path: '/admin/stats?sort=value-up' })
  const rows = await screen.findAllByRole('row', { name: /Some/ })
  const sorted = rows.map(({ textContent }) => values.find((value) => textContent.includes(`Some${value}`)))
  expect(sorted).toEqual(['1', '95%', '500+', '3,000+', '10,000+'])
})

test('a stat block without an order shows "-" and is saved without one', async () => {
  const { user, requests } = show(StatsScreen, 'stats_blocks', cases[4]?.row ?? {})
  expect(await screen.findByRole('row', { name: / - Some 95% -/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Edit Some' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Stat Block' })
  const order = within(dialog).getByRole('spinbutton', { name: 'Display Order' })
  await user.type(order, '1.5')
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(within(dialog).getByText('Display Order must be a whole number')).toBeVisible()
  await user.clear(order)
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Stat block updated successfully')).toBeVisible()
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ order_index: null })
})

test('a logo’s URL must be one, and a logo that fails to load is hidden', async () => {
  const { user } = show(ClientLogosScreen, 'client_logos', cases[5]?.row ?? {})
  const image = await screen.findByRole('img', { name: 'Some' })
  expect(image).toHaveAttribute('src', 'https://example.com/some.png')
  image.dispatchEvent(new Event('error'))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Some' })).toBeNull())
  const dialog = await add(user, 'Client Logo')
  await user.type(within(dialog).getByRole('textbox', { name: 'Client Name' }), 'New')
  await user.type(within(dialog).getByRole('textbox', { name: 'Logo URL' }), 'javascript:alert(1){enter}')
  expect(within(dialog).getByText('Enter a URL like https://example.com/logo.png')).toBeVisible()
})

const bottles = {
  name: 'Bottles',
  description: null,
  subcategory_categories: [
    { categories: { id: 'id of Eco', name: 'Eco' } },
    { categories: { id: 'id of Bags', name: 'Bags' } },
  ],
}

test('a subcategory is saved with its categories in one call', async () => {
  const { user, requests } = show(SubcategoriesScreen, 'subcategories', bottles)
  expect(await screen.findByRole('row', { name: /Bottles Bags, Eco -/ })).toBeVisible()
  const list = requests.find(({ path }) => path === '/rest/v1/subcategories')
  expect(list?.query.get('select')).toBe('*,subcategory_categories(categories(id,name))')
  expect(list?.query.get('order')).toBe(newestFirst)

  await user.click(screen.getByRole('button', { name: 'Edit Bottles' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Subcategory' })
  const group = within(dialog).getByRole('group', { name: 'Categories' })
  expect(within(group).getByRole('checkbox', { name: 'Eco' })).toBeChecked()
  await user.click(within(group).getByRole('checkbox', { name: 'Eco' }))
  await user.click(within(group).getByRole('checkbox', { name: 'Desk' }))
  await user.click(within(dialog).getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Subcategory updated successfully')).toBeVisible()
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/rest/v1/rpc/save_subcategory',
    body: {
      name: 'Bottles',
      description: '',
      category_ids: ['id of Bags', 'id of Desk'],
      subcategory_id: 'id-1',
      subcategory_version: 1,
    },
  })
})

test('the category filter shows its linked subcategories, and the heading counts them', async () => {
  const { user, requests } = show(SubcategoriesScreen, 'subcategories', bottles)
  const filter = await screen.findByRole('combobox', { name: 'Filter by Category:' })
  expect(await within(filter).findByRole('option', { name: 'Desk' })).toBeInTheDocument()
  expect(
    within(filter)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All categories', 'Bags', 'Desk', 'Eco'])
  await user.selectOptions(filter, 'Desk')
  expect(screen.getByRole('heading', { name: 'All Subcategories (0)' })).toBeVisible()
  await user.selectOptions(filter, 'Eco')
  expect(screen.getByRole('heading', { name: 'All Subcategories (1)' })).toBeVisible()
  expect(requests.filter(({ path }) => path === '/rest/v1/subcategories')).toHaveLength(1)

  const dialog = await add(user, 'Subcategory')
  expect(within(dialog).getByRole('checkbox', { name: 'Eco' })).toBeChecked()
  expect(within(dialog).getByRole('checkbox', { name: 'Desk' })).not.toBeChecked()
})

test('the category that subcategories are filtered by is in the address', async () => {
  show(SubcategoriesScreen, 'subcategories', bottles, '/admin/subcategories?category=id+of+Desk')
  expect(await screen.findByRole('heading', { name: 'All Subcategories (0)' })).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Filter by Category:' })).toHaveDisplayValue('Desk'),
  )
})

test('a line of equal words begins with the word that a link brings, and the next one does not', async () => {
  const path = { pathname: '/admin/search-words', search: '?add=1', state: beginningWith('kaju') }
  const { user } = show(SearchWordsScreen, 'search_words', { words: 'lal, red' }, path)
  const dialog = await screen.findByRole('dialog', { name: 'Add New Search Word' })
  expect(within(dialog).getByLabelText(/^Words/)).toHaveValue('kaju, ')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const next = await add(user, 'Search Word')
  expect(within(next).getByLabelText(/^Words/)).toHaveValue('')
})
