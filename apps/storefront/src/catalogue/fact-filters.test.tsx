import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeBackend, someOptions, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const group = async (name: string) => within(await screen.findByRole('group', { name }))
const address = () => window.location.search
const asksForFacts = (request: string) => request.includes('facts=true')
const found = { total: 3, products: someProducts(3), next: null }

test('filters by facts are closed, and ask for counts once one of them is open', async () => {
  const { requests } = fakeBackend({
    catalogue: (asked) => ({
      ...found,
      counts: asked.has('facts') ? { theme: {}, moq: { 50: 1, 100: 2 } } : { theme: { Diwali: 3 } },
    }),
  })
  const { user } = renderSite({ path: '/catalogue' })
  const moq = await group('Minimum quantity')
  expect(moq.queryByRole('radio')).toBeNull()
  expect(requests.filter(asksForFacts)).toEqual([])
  await user.click(moq.getByRole('button', { name: 'Minimum quantity' }))
  await waitFor(() =>
    expect(moq.getByRole('radio', { name: 'Up to 100 pieces' })).toHaveAccessibleDescription('2 products'),
  )
  expect(requests.filter(asksForFacts)).toEqual([expect.stringMatching(/page_size=1&counts=true/)])
  expect(screen.getByRole('radio', { name: 'Diwali' })).toHaveAccessibleDescription('3 products')
})

test('a chosen number is in the address, in words everywhere else, and has no other beside it', async () => {
  const { requests } = fakeBackend()
  const { user } = renderSite({ path: '/catalogue' })
  const lead = await group('Lead time')
  await user.click(lead.getByRole('button', { name: 'Lead time' }))
  await user.click(lead.getByRole('radio', { name: 'Up to 15 working days' }))
  await waitFor(() => expect(address()).toBe('?lead=15'))
  await waitFor(() => expect(requests.some((request) => /catalogue_page\?lead=15&/.test(request))).toBe(true))
  expect(lead.getByText('Up to 15 working days', { selector: 'span[class*=chip]' })).toBeVisible()
  expect(lead.queryByRole('button', { name: 'Add another Lead time' })).toBeNull()
  expect(document.title).toBe('Up to 15 working days · Product Catalogue · Giftwell')
  expect(screen.getByRole('button', { name: 'Show Filters' })).toHaveAccessibleDescription('1 applied')
  await user.click(screen.getByRole('button', { name: 'Remove Up to 15 working days' }))
  await waitFor(() => expect(address()).toBe(''))
})

test('colours and branding methods are chosen by name, also several', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue?branding=Engraving&colour=Navy' })
  const colour = await group('Colour')
  await user.click(colour.getByRole('button', { name: 'Add another Colour' }))
  await user.click(colour.getByRole('checkbox', { name: 'Teal' }))
  await waitFor(() => expect(address()).toBe('?branding=Engraving&colour=Navy&colour=Teal'))
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  await waitFor(() => expect(address()).toBe(''))
  expect((await group('Colour')).queryByRole('radio', { name: 'Navy' })).toBeNull()
})

test('a fact that no product has is no filter', async () => {
  fakeBackend({ options: () => ({ ...someOptions, facts: { ...someOptions.facts, moq: [] } }) })
  renderSite({ path: '/catalogue?moq=50&lead=never&colour=Teal' })
  await group('Colour')
  expect(screen.queryByRole('group', { name: 'Minimum quantity' })).toBeNull()
  await waitFor(() => expect(address()).toBe('?colour=Teal'))
})
