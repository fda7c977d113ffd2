import { screen } from '@testing-library/react'
import { lazy } from 'react'
import { Link, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderAdmin } from '../../testing/render-admin.tsx'
import { ScreenFrame } from './screen-frame.tsx'

const Missing = lazy(() => Promise.reject<{ default: () => null }>(new Error('Failed to fetch the module')))
const Slow = lazy(() => new Promise<{ default: () => null }>(() => {}))

function renderFrame(path: string) {
  return renderAdmin(
    <>
      <Link to="/admin/leads">Away</Link>
      <Routes>
        <Route element={<ScreenFrame />}>
          <Route path="/admin/themes" element={<Missing />} />
          <Route path="/admin/stats" element={<Slow />} />
          <Route path="/admin/leads" element={<h1>All is well</h1>} />
        </Route>
      </Routes>
    </>,
    { path },
  )
}

// React reports what a boundary has caught.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(() => void vi.restoreAllMocks())

test('a screen whose code is on its way says so, and is named in the browser’s tab', async () => {
  renderFrame('/admin/stats')
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(document.title).toBe('Stats · Giftwell')
})

test('a screen whose code cannot be loaded says so in its place, and another screen can be shown', async () => {
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
