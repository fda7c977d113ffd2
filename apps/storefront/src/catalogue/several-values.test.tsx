import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const theme = async () => within(await screen.findByRole('group', { name: 'Theme' }))
const address = () => window.location.search

describe('several values of a filter', () => {
  test('a plain click replaces the value, a click with Ctrl or Cmd adds one and takes it away', async () => {
    const { requests } = fakeBackend()
    const { user } = renderSite({ path: '/catalogue?theme=Diwali' })
    await user.click((await theme()).getByRole('button', { name: 'Theme' }))
    await user.keyboard('{Control>}')
    await user.click((await theme()).getByRole('radio', { name: 'Wellness' }))
    await waitFor(() => expect(address()).toBe('?theme=Diwali&theme=Wellness'))
    await waitFor(() => expect(requests.join()).toContain('theme=%5B%22Diwali%22%2C%22Wellness%22%5D'))
    await user.keyboard('{/Control}{Meta>}')
    await user.click((await theme()).getByRole('checkbox', { name: 'Diwali' }))
    await user.keyboard('{/Meta}')
    await waitFor(() => expect(address()).toBe('?theme=Wellness'))
    await user.click((await theme()).getByRole('radio', { name: 'Diwali' }))
    await waitFor(() => expect(address()).toBe('?theme=Diwali'))
    expect((await theme()).queryByRole('radio')).toBeNull()
  })

  test('the button beside the choice opens the list for more, which stays open', async () => {
    fakeBackend()
    const { user } = renderSite({ path: '/catalogue?theme=Diwali' })
    await user.click((await theme()).getByRole('button', { name: 'Add another Theme' }))
    expect((await theme()).getByRole('checkbox', { name: 'Diwali' })).toBeChecked()
    await user.click((await theme()).getByRole('checkbox', { name: 'Wellness' }))
    await waitFor(() => expect(address()).toBe('?theme=Diwali&theme=Wellness'))
    expect((await theme()).getByRole('checkbox', { name: 'Wellness' })).toBeChecked()
    await user.click((await theme()).getByRole('button', { name: 'Theme' }))
    expect((await theme()).getByText('Diwali or Wellness')).toBeVisible()
    await user.click((await theme()).getByRole('button', { name: 'Clear Theme' }))
    await waitFor(() => expect(address()).toBe(''))
    expect((await theme()).getByRole('radio', { name: 'Diwali' })).not.toBeChecked()
  })

  test('each has its button above the results', async () => {
    fakeBackend()
    const { user } = renderSite({ path: '/catalogue?theme=Diwali&theme=Wellness' })
    await user.click(await screen.findByRole('button', { name: 'Remove Diwali' }))
    await waitFor(() => expect(address()).toBe('?theme=Wellness'))
    expect(screen.getByRole('button', { name: 'Remove Wellness' })).toBeVisible()
  })
})

test('each value is described by its count, and one that leads nowhere says so', async () => {
  const { requests } = fakeBackend({
    catalogue: () => ({
      total: 3,
      products: someProducts(3),
      next: null,
      counts: { theme: { Diwali: 1 }, doctor_type: { Dentist: 2 } },
    }),
  })
  renderSite({ path: '/catalogue?industry=Pharmaceutical' })
  const diwali = (await theme()).getByRole('radio', { name: 'Diwali' })
  await waitFor(() => expect(diwali).toHaveAccessibleDescription('1 product'))
  const wellness = (await theme()).getByRole('radio', { name: 'Wellness' })
  expect(wellness).toHaveAccessibleDescription('no products')
  expect(wellness).toBeEnabled()
  expect(screen.getByRole('radio', { name: 'Dentist' })).toHaveAccessibleDescription('2 products')
  expect(requests.filter((request) => request.includes('catalogue_page'))).toEqual([
    expect.stringContaining('counts=true'),
  ])
})

test('another choice changes the descriptions of the other values, and nothing else of their inputs', async () => {
  fakeBackend({
    catalogue: (asked) => ({
      total: 3,
      products: someProducts(3),
      next: null,
      counts: { theme: { Diwali: asked.has('budget') ? 1 : 3 } },
    }),
  })
  const { user } = renderSite({ path: '/catalogue' })
  const diwali = (await theme()).getByRole('radio', { name: 'Diwali' })
  await waitFor(() => expect(diwali).toHaveAccessibleDescription('3 products'))
  const changed: (string | null)[] = []
  const observer = new MutationObserver((changes) =>
    changed.push(...changes.map(({ attributeName }) => attributeName)),
  )
  observer.observe(diwali, { attributes: true })
  await user.click(screen.getByRole('radio', { name: 'Rs.10-100' }))
  await waitFor(() => expect(diwali).toHaveAccessibleDescription('1 product'))
  expect(changed).toEqual(['aria-description'])
})
