import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const product = (index: number, url: string) => ({ ...someProducts(index + 1)[index]!, video_url: url })

test('a video file is played in index, and any other address is left to the browser', async () => {
  const products = [product(0, '/videos/mug.mp4'), product(1, 'https://videos.example/watch?v=1.mp4')]
  fakeBackend({ catalogue: () => ({ total: 2, products, next: null }) })
  const { user } = renderSite({ path: '/catalogue' })
  const file = await screen.findByRole('link', { name: 'Watch the video of Product 0' })
  // Once what plays it is loaded, when the browser is idle.
  await waitFor(() => {
    fireEvent.click(file)
    expect(screen.getByRole('dialog', { name: 'Product 0' })).toBeVisible()
  })
  const dialog = within(screen.getByRole('dialog'))
  const video = dialog.getByLabelText('Video of Product 0')
  expect(video).toHaveAttribute('src', `${window.location.origin}/videos/mug.mp4`)
  fireEvent.error(video)
  expect(dialog.getByRole('link', { name: 'Open it in a new tab' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const page = screen.getByRole('link', { name: 'Watch the video of Product 1' })
  expect(fireEvent.click(page), 'the browser follows the link').toBe(true)
  expect(fireEvent.click(file, { ctrlKey: true })).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})
