import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeBackend } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

test('the page says what the site stores as it is by itself', async () => {
  fakeBackend()
  renderSite({ path: '/privacy' })
  expect(await screen.findByText(/^Giftwell stores what you tell us/)).toBeVisible()
  expect(screen.getByText(/send us an inquiry that says so/)).toBeVisible()
})

test('the owner’s text takes its place, in its paragraphs', async () => {
  fakeBackend({ privacy: () => 'First.\n\nSecond,\nof two lines.' })
  renderSite({ path: '/privacy' })
  expect((await screen.findByText('First.')).tagName).toBe('P')
  expect(screen.getByText(/^Second,/)).toBeVisible()
  expect(screen.queryByText(/Giftwell stores/)).toBeNull()
})
