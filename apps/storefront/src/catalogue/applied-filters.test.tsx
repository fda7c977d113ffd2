import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

beforeEach(() => {
  window.localStorage.clear()
  fakeBackend()
})

const applied = () => screen.findByRole('group', { name: 'Applied filters' })
const buttons = (group: HTMLElement) =>
  within(group)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

test('applied filters stand above the results, each with a button that removes it', async () => {
  const { user } = renderSite({ path: '/catalogue?budget=Rs.10-100&theme=Diwali' })
  expect(buttons(await applied())).toEqual(['Remove Rs.10-100', 'Remove Diwali', 'Remove all'])
  await user.click(screen.getByRole('button', { name: 'Remove Rs.10-100' }))
  await waitFor(() => expect(window.location.search).toBe('?theme=Diwali'))
  expect(buttons(await applied())).toEqual(['Remove Diwali'])
})

test('the focus moves to the next applied filter, and to the results after the last one', async () => {
  const { user } = renderSite({ path: '/catalogue?budget=Rs.10-100&theme=Diwali' })
  await applied()
  await user.click(screen.getByRole('button', { name: 'Remove Rs.10-100' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Remove Diwali' })).toHaveFocus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Applied filters' })).toBeNull())
  expect(screen.getByRole('heading', { name: 'Results' })).toHaveFocus()
})

test('one button removes all applied filters', async () => {
  const { user } = renderSite({ path: '/catalogue?budget=Rs.10-100&theme=Diwali' })
  await applied()
  await user.click(screen.getByRole('button', { name: 'Remove all' }))
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(screen.queryByRole('group', { name: 'Applied filters' })).toBeNull()
})

test('the toggle of the filters shows how many are applied, and keeps its name', async () => {
  renderSite({ path: '/catalogue?budget=Rs.10-100&theme=Diwali' })
  await applied()
  expect(screen.getByRole('button', { name: 'Show Filters' })).toHaveAccessibleDescription('2 applied')
})

test('the title of the tab names the applied filters', async () => {
  const { user } = renderSite({ path: '/catalogue?theme=Diwali' })
  await applied()
  await waitFor(() => expect(document.title).toBe('Diwali · Product Catalogue · Giftwell'))
  await user.click(screen.getByRole('button', { name: 'Remove Diwali' }))
  await waitFor(() => expect(document.title).toBe('Product Catalogue · Giftwell'))
})
