import { screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import type { Row } from '@giftwell/shared/kernel/table.ts'
import { sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { siteSettings } from '@giftwell/shared/settings/site-settings.ts'
import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { SettingsScreen } from './settings-screen.tsx'

type Settings = Row<'site_settings'>
const nothingSet = {
  ...Object.fromEntries(Object.keys(siteSettings.empty).map((name) => [name, null])),
  pharma_hints: true,
  offers_samples: true,
  samples_a_month: 3,
  counts_visits: true,
}
const stored = (values: Partial<Settings>) =>
  ({ ...nothingSet, id: 'one', version: 1, ...values }) as Settings

/** A table with at most one row, as the database keeps it. */
function openSettings(row: Settings | null, path = '/admin/settings') {
  const table = { row }
  const { requests } = fakeApi(({ method, path, query, body }) => {
    if (path === '/rest/v1/seller_profile') return method === 'GET' ? [] : { id: 'seller', version: 1 }
    if (path !== '/rest/v1/site_settings') return undefined
    if (method === 'GET') return query.get('id') === null ? (table.row ? [table.row] : []) : table.row
    if (method === 'PATCH' && query.get('version') !== `eq.${table.row?.version}`) return []
    table.row = { ...stored({}), ...(body as Settings), version: (table.row?.version ?? 0) + 1 }
    return table.row
  })
  const view = renderAdmin(
    <>
      <Link to="/admin/leads">Leads</Link>
      <Routes>
        <Route path="/admin/settings/:section?" element={<SettingsScreen />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </>,
    { path },
  )
  const sent = (to = 'site_settings') =>
    requests
      .filter(({ method, path }) => method !== 'GET' && path === `/rest/v1/${to}`)
      .map(({ method, body }) => [method, body])
  return { ...view, table, sent }
}

test('the first save makes the row, and the next one changes it', async () => {
  const { user, sent } = openSettings(null)
  await user.type(await screen.findByLabelText('Name'), ' Meridian Gifts ')
  await user.type(screen.getByLabelText('Notices of new leads'), 'a@b.example{Enter}c@d.example')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toEqual([
    'POST',
    { ...nothingSet, name: 'Meridian Gifts', notice_emails: ['a@b.example', 'c@d.example'] },
  ])
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Meridian Gifts'))
  await user.type(screen.getByLabelText('Phone'), '+91 22 2345 6789')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject(['PATCH', { name: 'Meridian Gifts', contact_phone: '+91 22 2345 6789' }])
})

test('a section has an address of its own, and its save changes nothing else', async () => {
  const { user, sent } = openSettings(stored({ name: 'Meridian' }), '/admin/settings/contact')
  await user.type(await screen.findByLabelText('Phone'), '+91 22 2345 6789')
  expect(screen.queryByLabelText('Name')).toBeNull()
  expect(screen.queryByLabelText('Legal name')).toBeNull()
  expect(screen.getByRole('link', { name: 'Contact' })).toHaveAttribute('aria-current', 'page')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent()).toMatchObject([['PATCH', { name: 'Meridian', contact_phone: '+91 22 2345 6789' }]]),
  )
  expect(sent('seller_profile')).toEqual([])
})

test('a setting is found by words of its label, and gets the focus', async () => {
  const { user } = openSettings(stored({}))
  await user.type(await screen.findByLabelText('Search settings'), 'state sell')
  const found = within(screen.getByRole('list', { name: 'Settings found' }))
  await user.click(found.getByRole('link', { name: 'Seller: State of the seller' }))
  await waitFor(() => expect(screen.getByLabelText('State of the seller')).toHaveFocus())
  expect(screen.queryByLabelText('Primary colour')).toBeNull()
  await user.type(screen.getByLabelText('Search settings'), 'nothing like it')
  expect(screen.getByText('No setting matches these words.')).toBeVisible()
})

test('every field of the settings can be found', async () => {
  const { user } = openSettings(stored({}))
  await user.type(await screen.findByLabelText('Search settings'), 'e')
  const found = screen.getByRole('list', { name: 'Settings found' })
  const labels = [...Object.values(siteSettings.fields), ...Object.values(sellerProfile.fields)]
  const missing = labels.filter((label) => label?.includes('e') && !found.textContent.includes(label))
  expect(missing).toEqual([])
})

test('hints on pharmaceutical companies are on until the owner switches them off', async () => {
  const { user, sent } = openSettings(stored({}))
  const hints = await screen.findByRole('checkbox', { name: 'Pharmaceutical hints' })
  expect(hints).toBeChecked()
  await user.click(hints)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toMatchObject([['PATCH', { pharma_hints: false }]]))
})

test('contrasts are described while colours are chosen, and colours without contrast are rejected with the ratio', async () => {
  const { user, sent } = openSettings(stored({}))
  const primary = await screen.findByLabelText('Primary colour')
  expect(primary).toHaveAccessibleDescription(/^Text in this colour on the website’s paper: 1\d\.\d to 1\.$/)
  await user.type(primary, '#ffd700')
  expect(primary).toHaveAccessibleDescription(/: 1\.2 to 1, and at least 4\.5 to 1 is needed/)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(primary).toBeInvalid()
  expect(primary).toHaveFocus()
  expect(sent()).toEqual([])
})

const picture = '/storage/v1/object/public/product-images/7.webp'

test('the preview shows the website’s own words and drawing until the owner’s are entered, which are counted', async () => {
  const { user } = openSettings(stored({}))
  const preview = within(await screen.findByRole('figure', { name: 'Preview of the home page' }))
  expect(preview.getByText('Experience the Art of Corporate Gifting')).toBeVisible()
  expect(preview.getByText(/^From 3000\+ considered gifts/)).toBeVisible()
  const headline = screen.getByLabelText('Headline')
  expect(headline).toHaveAccessibleDescription(/^0 of 60 characters/)
  await user.type(headline, 'Gifts that arrive ')
  expect(headline).toHaveAccessibleDescription(/^17 of 60 characters/)
  expect(preview.getByText('Gifts that arrive')).toBeVisible()
  expect(preview.queryByText('Experience the Art of Corporate Gifting')).toBeNull()
  expect(screen.queryByLabelText('Alternative text of the picture')).toBeNull()
})

test('one press brings the website’s own words and picture back, which a save stores', async () => {
  const { user, sent } = openSettings(
    stored({
      hero_headline: 'Ours',
      hero_text: 'Our text',
      hero_image_url: picture,
      hero_image_alt: 'Boxes',
    }),
  )
  const preview = within(await screen.findByRole('figure', { name: 'Preview of the home page' }))
  expect(preview.getByRole('img', { name: 'Boxes' })).toHaveAttribute('src', expect.stringContaining(picture))
  expect(screen.getByText('Current image')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Reset to the default' }))
  expect(screen.getByLabelText('Headline')).toHaveValue('')
  expect(preview.queryByRole('img')).toBeNull()
  expect(screen.queryByText('Current image')).toBeNull()
  expect(preview.getByText('Experience the Art of Corporate Gifting')).toBeVisible()
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent()).toMatchObject([
      ['PATCH', { hero_headline: null, hero_text: null, hero_image_url: null, hero_image_alt: null }],
    ]),
  )
})

test('a picture that is removed is no longer the home page’s', async () => {
  const { user, sent } = openSettings(stored({ hero_image_url: picture }))
  await screen.findByText('Current image')
  await user.click(screen.getByRole('button', { name: 'Remove image' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toMatchObject([['PATCH', { hero_image_url: null }]]))
})

test('the terms and the second telephone number are saved', async () => {
  const { user, sent } = openSettings(stored({}))
  await user.type(await screen.findByLabelText('Text of the terms'), '- first')
  await user.type(screen.getByLabelText('Second phone'), '+91 98765 43210')
  await user.type(screen.getByLabelText('Label of the second phone'), 'Orders')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent()).toMatchObject([
      ['PATCH', { terms: '- first', second_phone: '+91 98765 43210', second_phone_label: 'Orders' }],
    ]),
  )
})

test('a link asks before it leaves unsaved changes behind', async () => {
  const { user, platform } = openSettings(stored({}))
  const confirm = vi.spyOn(platform, 'confirm').mockResolvedValueOnce(false)
  await user.type(await screen.findByLabelText('Name'), 'Meridian')
  await user.click(screen.getByRole('link', { name: 'Leads' }))
  expect(confirm).toHaveBeenCalledOnce()
  expect(screen.getByLabelText('Name')).toHaveValue('Meridian')
  confirm.mockResolvedValueOnce(true)
  await user.click(screen.getByRole('link', { name: 'Leads' }))
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeVisible()
})

test('the seller is saved with the same button, without the site’s settings when those are as before', async () => {
  const { user, sent } = openSettings(stored({}))
  await user.type(await screen.findByLabelText('Legal name'), 'Meridian Gifts LLP')
  await user.type(screen.getByLabelText('GSTIN'), '27aapfu0939f1zv')
  const state = screen.getByLabelText('State of the seller')
  expect(state).toHaveValue('27')
  expect(state).toBeDisabled()
  await user.type(screen.getByLabelText('Discount limit (%)'), '7.5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent('seller_profile')).toHaveLength(1))
  expect(sent('seller_profile')[0]).toMatchObject([
    'POST',
    {
      legal_name: 'Meridian Gifts LLP',
      gstin: '27AAPFU0939F1ZV',
      state: '27',
      number_series: 'GW',
      min_hsn_digits: 4,
      discount_limit: 7.5,
      valid_days: 15,
      rounds_off: true,
      terms: null,
    },
  ])
  expect(sent()).toEqual([])
})

test.each([
  ['GSTIN', '27AAPFU0939F1ZW', /not the check digit/],
  ['Number series', '1', /one to four letters/],
  ['Discount limit (%)', '101', /percentage from 0 to 100/],
  ['WhatsApp number', '98765 43210', /country code/],
  ['Second phone', 'call us', /Enter a number like/],
  ['Label of the second phone', 'Orders', /Enter the number of “Orders”, or remove the label/],
  ['Headline', 'x'.repeat(61), /Headline may have at most 60 characters/],
  ['Text below the headline', 'x'.repeat(161), /at most 160 characters/],
  ['E-mail', 'nobody', /name@company\.com/],
  ['Notices of new leads', 'nobody', /one e-mail address per line/],
  ['Logo URL', 'no address', /Enter a URL/],
])('%s does not take "%s"', async (label, text, words) => {
  const { user, sent } = openSettings(stored({}))
  await user.type(await screen.findByLabelText(label), text)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(words)).toBeVisible()
  expect([...sent(), ...sent('seller_profile')]).toEqual([])
})

test('what another administrator changed meanwhile is merged, and asked about where both did', async () => {
  const { user, table } = openSettings(stored({ name: 'Before' }))
  await user.type(await screen.findByLabelText('Phone'), '1234567')
  table.row = stored({ name: 'Theirs', version: 2 })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(table.row).toMatchObject({ name: 'Theirs', contact_phone: '1234567' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Theirs'))

  await user.type(screen.getByLabelText('Name'), ' and mine')
  table.row = stored({ name: 'Other', version: 9 })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Another user has changed the site settings')
})

test('the search finds webhooks and API keys, which have no form to save', async () => {
  const { user } = openSettings(null)
  await user.type(await screen.findByRole('searchbox', { name: 'Search settings' }), 'programs')
  const found = within(screen.getByRole('list', { name: 'Settings found' })).getAllByRole('link')
  expect(found.map((link) => link.textContent)).toEqual([
    'Webhooks: Events that your programs receive',
    'API keys: Keys of your programs and their rights',
  ])
  await user.click(found[1]!)
  expect(await screen.findByRole('region', { name: 'New key' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
