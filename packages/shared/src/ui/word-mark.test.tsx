import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { SiteContext } from './use-site.ts'
import { WordMark } from './word-mark.tsx'

test('a logo that does not load gives way to the name', () => {
  const site = { name: 'Meridian Gifts', logo_url: 'https://logos.example/none.webp' }
  render(
    <SiteContext value={site}>
      <WordMark />
    </SiteContext>,
  )
  fireEvent.error(screen.getByRole('img', { name: 'Meridian Gifts' }))
  expect(screen.getByText('Meridian Gifts')).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
})

test('a site with a logo for dark backgrounds has both, of which the scheme shows one', () => {
  const site = { name: 'Meridian', logo_url: '/light.webp', logo_dark_url: '/dark.webp' }
  render(
    <SiteContext value={site}>
      <WordMark />
    </SiteContext>,
  )
  const [light, dark] = screen.getAllByRole('img', { name: 'Meridian' })
  expect([light?.dataset['for'], dark?.dataset['for']]).toEqual(['light', 'dark'])
  fireEvent.error(dark!)
  expect(screen.getByRole('img')).toHaveAttribute('src', '/light.webp')
})
