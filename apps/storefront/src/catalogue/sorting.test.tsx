import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const sort = () => screen.findByRole('combobox', { name: 'Sort by' })

test('the newest products come first, and another order is in the address and asked of the server', async () => {
  const { requests } = fakeBackend()
  const { user } = renderSite({ path: '/catalogue?theme=Diwali' })
  expect(await sort()).toHaveValue('newest')
  expect(requests.join()).not.toContain('sort=')
  await user.selectOptions(await sort(), 'Budget: low to high')
  await waitFor(() => expect(window.location.search).toBe('?theme=Diwali&sort=budget-asc'))
  await waitFor(() => expect(requests.join()).toMatch(/theme=Diwali.*sort=budget-asc/))
  await user.selectOptions(await sort(), 'Newest')
  await waitFor(() => expect(window.location.search).toBe('?theme=Diwali'))
})

test('the order of the address stays when the filters are cleared', async () => {
  fakeBackend()
  const { user } = renderSite({ path: '/catalogue?theme=Diwali&sort=name' })
  expect(await sort()).toHaveValue('name')
  await user.click(await screen.findByRole('button', { name: 'Clear All' }))
  await waitFor(() => expect(window.location.search).toBe('?sort=name'))
  expect(await sort()).toHaveValue('name')
})
