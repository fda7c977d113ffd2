import { screen } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { ScreenFrame } from './admin-layout.tsx'

function Crashing(): never {
  throw new Error('The screen has crashed')
}

function renderFrame(path: string) {
  return renderAdmin(
    <>
      <Link to="/admin/leads">Away</Link>
      <Routes>
        <Route element={<ScreenFrame />}>
          <Route path="/admin/themes" element={<Crashing />} />
          <Route path="/admin/leads" element={<h1>All is well</h1>} />
        </Route>
      </Routes>
    </>,
    { path },
  )
}

// React reports what a boundary has caught.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

test('a screen that crashes shows an error in its place, and other screens still open', async () => {
  const { user } = renderFrame('/admin/themes')
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(
    screen.getByText('We encountered an unexpected error. Please try refreshing the page.'),
  ).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeInTheDocument()
  expect(screen.getAllByRole('main')).toHaveLength(1)
  await user.click(screen.getByRole('link', { name: 'Away' }))
  expect(screen.getByRole('heading', { name: 'All is well' })).toBeInTheDocument()
})
