import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { CampaignLinksScreen } from './campaign-links-screen.tsx'

const fair = {
  id: 'id-fair',
  name: 'Fair 2026',
  word: 'fair',
  path: '/catalogue',
  source: 'card',
  medium: null,
  created_at: '2026-11-30T10:00:00Z',
  version: 0,
}

function show() {
  const api = fakeApi(({ method, path }) => {
    if (path.endsWith('/rpc/count_leads')) return Response.json(12)
    return method === 'GET' && path.endsWith('/campaign_links') ? [fair] : undefined
  })
  return { ...api, ...renderAdmin(<CampaignLinksScreen />) }
}

test('the leads of a campaign are counted by its source and its name, and linked to', async () => {
  const { requests } = show()
  const link = await screen.findByRole('link', { name: '12 leads of Fair 2026' })
  expect(link).toHaveAttribute('href', '/admin/leads?source=card&campaign=Fair+2026')
  const counted = requests.find(({ path }) => path.endsWith('/rpc/count_leads'))
  expect(counted?.body).toMatchObject({ filters: { source: 'card', campaign: 'Fair 2026' } })
})

test('an export has no column of what is counted on the screen alone', async () => {
  const { user, platform } = show()
  await screen.findByRole('link', { name: '12 leads of Fair 2026' })
  await user.click(screen.getByRole('button', { name: /^Export/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(platform.saved).toHaveLength(1))
  const [head] = String(await platform.saved[0]?.content.text()).split('\n')
  expect(head).toContain('Campaign,Short link,Page,Source,Created')
})

test('a word has its short link, a QR code and files of it', async () => {
  const { user, platform } = show()
  await user.click(await screen.findByRole('button', { name: 'Add Campaign Link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Campaign Link' }))
  expect(dialog.queryByRole('img')).toBeNull()
  await user.type(dialog.getByLabelText(/^Short word/), 'Diwali-26')
  const link = `${platform.siteOrigin}/go/diwali-26`
  expect(await dialog.findByRole('img', { name: `QR code of ${link}` })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(link)
  await user.click(dialog.getByRole('button', { name: 'Save SVG' }))
  expect(platform.saved.map(({ name }) => name)).toEqual(['qr-diwali-26.svg'])
  expect(await platform.saved[0]?.content.text()).toMatch(/^<svg /)
})

test('a page is an address of this site, of which the path is stored', async () => {
  const { user, platform } = show()
  await user.click(await screen.findByRole('button', { name: 'Add Campaign Link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Campaign Link' }))
  const page = () => dialog.getByLabelText(/^Page/)
  await user.click(page())
  await user.paste(`${platform.siteOrigin}/catalogue?theme=Diwali`)
  await waitFor(() => expect(page()).toHaveValue('/catalogue?theme=Diwali'))
  await user.clear(page())
  await user.paste('https://evil.example/')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Enter a page of this site, such as /catalogue')).toBeVisible()
  await user.type(dialog.getByLabelText(/^Source/), 'None')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Choose another name than “none”')).toBeVisible()
})
